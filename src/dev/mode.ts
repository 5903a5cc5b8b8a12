import { addRxPlugin } from 'rxdb'
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import type { Database } from '../../collections/database.ts'
import type { OneDatabase } from '../../collections/one-database/storage.ts'
import { listDatabases, type IndexedDbPort } from '../../collections/storage/raw-database.ts'
import type { Env } from '../env.ts'
import { withSwitches } from './switches.ts'

type Storage = OneDatabase

disableWarnings()
addRxPlugin(RxDBDevModePlugin)

/** In development RxDB checks every write against its schema, and every operation log by replaying it. */
export const checkedStorage = (storage: Storage): Storage =>
  wrappedValidateAjvStorage({ storage }) as Storage

/** Puts the open database under `db` in the browser's console, to look into its collections. */
export const expose = (db: Database): void => {
  Object.assign(globalThis, { db })
}

/** Says in the console that databases from before the first release are on the device, because the app leaves them. */
export const nameLeftDatabases = async (port: IndexedDbPort): Promise<void> => {
  const names = (await listDatabases(port)).map(({ name }) => name)
  if (!names.some(name => name.startsWith('rxdb-dexie-transect-'))) return
  // oxlint-disable-next-line no-console -- for developers
  console.info(
    'Databases from before the first release are in this browser. The app cannot read them: clear the data of this site.',
  )
}

/** The world with the inspector's switches in it: offline, slow, faults. */
export const switchable = (env: Env): Env => withSwitches(env).env
