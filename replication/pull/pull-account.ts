import type { Database } from '../../collections/database.ts'
import { baseFields, pendingOperations } from '../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import type { Api } from '../http/api.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import { rewriteLog } from '../../collections/interview/logged.ts'
import type { User } from '../wire/answers.ts'

/** Fetches the account and stores it; returns the user, for the session to check. */
export const pullAccount = async (
  db: Database,
  api: Api,
  report: string | null,
): Promise<Result<User, Failure>> => {
  const account = await api.account(report)
  if (!account.ok) return account
  await keepUser(db, account.value)
  return ok(account.value)
}

/** Makes the server's user the base under the unsent edits of the profile. */
export const keepUser = async (db: Database, user: User): Promise<void> => {
  await rewriteLog<UserProfileDoc>(db.user_profile, currentUser, stored => ({
    base: userToBase(user, pictureOfBase(stored, user)),
    pending: stored === null ? [] : pendingOperations(stored.crdts),
  }))
}

/** The base that the server's user makes, with the picture that the device keeps as a data URL. */
export const userToBase = (
  { id, ...fields }: User,
  picture: string,
): Omit<UserProfileDoc, 'crdts'> => ({
  ...fields,
  id: currentUser,
  user_id: id,
  profile_image_local: picture,
  syncStatus: 'synced',
})

/**
 * The picture that the device keeps of the server's; one that is still to be sent stays an edit. It is removed only
 * when the server named a picture before and no longer does, because some servers never name pictures.
 */
const pictureOfBase = (stored: UserProfileDoc | null, user: User): string => {
  if (stored === null) return ''
  const base = baseFields<UserProfileDoc>(stored.crdts) ?? stored
  const isRemoved = user.profile_image === '' && (base.profile_image ?? '') !== ''
  return isRemoved ? '' : (base.profile_image_local ?? '')
}

/** Fetches and stores the dashboard's four numbers (3.27). */
export const pullStats = async (
  db: Database,
  api: Api,
  report: string | null,
): Promise<Result<void, Failure>> => {
  const stats = await api.stats(report)
  if (!stats.ok) return stats
  await writeSetting(db, 'dashboardStats', stats.value)
  return ok(undefined)
}
