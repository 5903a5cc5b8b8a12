import { addRxPlugin } from 'rxdb'
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import { oneDatabase, type OneDatabase } from '../../collections/one-database/storage.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'

disableWarnings()
addRxPlugin(RxDBDevModePlugin)

/**
 * The real storage inside RxDB's dev-mode: every write is checked against its schema, and every operation log by
 * replaying it.
 */
export const checkedStorage = (port: IndexedDbPort): OneDatabase =>
  wrappedValidateAjvStorage({ storage: oneDatabase(port) }) as OneDatabase
