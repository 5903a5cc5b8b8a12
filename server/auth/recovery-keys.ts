import { createHmac } from 'node:crypto'

/**
 * Makes the recovery key of an account: 32 bytes in base64, always the same. A device seals the bytes of its database's
 * key under it, so that a login opens the data of a surveyor who forgot their PIN.
 *
 * It is derived from a secret of the database and not stored for each account, so that a server restored from a backup
 * still answers the key that devices have used. WARNING: a backup from before this call has no secret; after its restore
 * a forgotten PIN cannot be removed by a login.
 */
export const createRecoveryKeys =
  (secret: string) =>
  (userId: string): string =>
    createHmac('sha256', secret).update(`recovery ${userId}`).digest('base64')
