import type { Database } from '../database.ts'
import { documentOf } from '../interview/logged.ts'
import type { Transaction } from '../one-database/transaction.ts'
import { baseFields, localFields, pendingOperations } from '../operation-log.ts'
import { currentUser, type UserProfileDoc } from '../schemas/user-profile.ts'
import { operationOf } from './write-submission.ts'

/** The fields of the profile that the surveyor can change; a picture is a data URL. */
export type ProfileEdit = Partial<
  Pick<UserProfileDoc, 'first_name' | 'last_name' | 'phone_number' | 'profile_image_local'>
>

/**
 * Plans an edit of the profile as one operation with the changed fields, so that it merges by field with changes
 * from other devices. Returns false when nothing changed. Throws when there is no profile on the device.
 */
export const planProfileEdit = async (
  transaction: Transaction,
  db: Database,
  edit: ProfileEdit,
): Promise<boolean> => {
  const stored = await transaction.read(db.user_profile, currentUser)
  if (stored === null) throw new Error('There is no profile on the device.')
  const changed = Object.entries(edit).filter(
    ([field, value]) => stored[field as keyof ProfileEdit] !== value,
  )
  if (changed.length === 0) return false
  const $set = { ...Object.fromEntries(changed), syncStatus: 'pending' }
  const pending = [...pendingOperations(stored.crdts), await operationOf(db, { $set })]
  const base = baseFields<UserProfileDoc>(stored.crdts)
  const local = localFields<UserProfileDoc>(stored.crdts)
  await transaction.put(
    db.user_profile,
    await documentOf(db.user_profile, { base, pending, local }),
  )
  return true
}
