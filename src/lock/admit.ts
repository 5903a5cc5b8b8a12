import { readKeys } from '../../collections/storage/data-key.ts'
import type { Client } from '../../replication/http/client.ts'
import type { Failure } from '../../replication/http/failure.ts'
import type { Env } from '../env.ts'
import type { NewLogin } from '../session/session.ts'
import { apiUrlOf, databaseOf } from './key/database-of.ts'
import { fetchRecoveryKey } from './key/recovery.ts'
import type { WatchParts } from './watch.ts'

/** What a login works on. */
export interface AdmitParts extends WatchParts {
  readonly env: WatchParts['env'] & Pick<Env, 'defaultServerUrl' | 'indexedDb' | 'tab'>
  readonly client: Pick<Client, 'extensions' | 'forAccount'>
}

/** In sessionStorage: the database whose PIN was forgotten. */
const forgotten = 'lock_forgotten'

/** Notes that the next login of this database's surveyor removes the PIN; '' for none. */
export const noteForgotten = ({ tab }: Pick<Env, 'tab'>, database: string): void =>
  tab.set(forgotten, database)

/**
 * Opens the database of a new login if it has a PIN, by the account's recovery key, and removes a forgotten PIN. Returns
 * why that failed; null when it is open, has no PIN, or can be opened only by its PIN, which is then asked for.
 */
export const admit = async (
  parts: AdmitParts,
  { user, token }: NewLogin,
): Promise<Failure | null> => {
  const { env, held$, client } = parts
  held$.next(null)
  const name = await databaseOf(env, user.id)
  const { pin } = await readKeys(env.indexedDb, name)
  if (pin === undefined || client.extensions()?.has('recovery-key') !== true) return null
  const account = client.forAccount({ apiUrl: () => apiUrlOf(env), token: () => token })
  const key = await fetchRecoveryKey(account)
  if (!key.ok) return key.failure
  const [{ openWithRecovery, removePin }, { noteUse }, { send }, { watchLock }] = await Promise.all(
    [import('./key/keys.ts'), import('./last-use.ts'), import('./tabs.ts'), import('./watch.ts')],
  )
  const store = { port: env.indexedDb, name }
  const held = await openWithRecovery(store, key.value)
  if (held === null) return null
  if (env.tab.get(forgotten) === name) {
    await removePin(store, held)
    env.tab.remove(forgotten)
    send(env, { type: 'unpinned', database: name })
    return null
  }
  noteUse(env)
  held$.next(held)
  watchLock(parts)
  return null
}
