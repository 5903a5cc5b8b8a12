import type { Database } from '../../collections/database.ts'
import { rewriteLog } from '../../collections/interview/logged.ts'
import { baseFields, pendingOperations } from '../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import type { User } from '../wire/answers.ts'

/** Makes the server's user the base under the unsent edits of the profile. */
export const keepUser = (db: Database, user: User): Promise<void> =>
  keepBase(db, userToBase(user, ''))

/** Makes what the server says of the user the base under the unsent edits of the profile. */
export const keepBase = async (db: Database, base: Base): Promise<void> => {
  await rewriteLog<UserProfileDoc>(db.user_profile, currentUser, stored => ({
    base: { ...base, profile_image_local: pictureOfBase(stored, base) },
    pending: stored === null ? [] : pendingOperations(stored.crdts),
  }))
}

/** The fields of the profile that the server says. */
export type Base = Omit<UserProfileDoc, 'crdts'>

/** The base that the server's user makes, with the picture that the device keeps as a data URL. */
export const userToBase = ({ id, ...fields }: User, picture: string): Base => ({
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
const pictureOfBase = (stored: UserProfileDoc | null, now: Base): string => {
  if (stored === null) return ''
  const base = baseFields<UserProfileDoc>(stored.crdts) ?? stored
  const isRemoved = now.profile_image === '' && (base.profile_image ?? '') !== ''
  return isRemoved ? '' : (base.profile_image_local ?? '')
}
