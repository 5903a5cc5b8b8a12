import type { Database } from '../database.ts'
import { currentUser, type UserProfileDoc } from '../schemas/user-profile.ts'

/** The fields of the profile that the surveyor can change; a picture is a data URL. */
export type ProfileEdit = Partial<
  Pick<UserProfileDoc, 'first_name' | 'last_name' | 'phone_number' | 'profile_image_local'>
>

/**
 * Records an edit of the profile as one operation with the changed fields, so that it merges by field with changes
 * from other devices. Returns false when nothing changed. Throws when there is no profile on the device.
 */
export const editProfile = async (db: Database, edit: ProfileEdit): Promise<boolean> => {
  const doc = await db.user_profile.findOne(currentUser).exec(true)
  const stored: ProfileEdit = doc.toJSON()
  const changed = Object.entries(edit).filter(
    ([field, value]) => stored[field as keyof ProfileEdit] !== value,
  )
  if (changed.length === 0) return false
  const $set = { ...Object.fromEntries(changed), syncStatus: 'pending' }
  await doc.updateCRDT({ ifMatch: { $set } as never })
  return true
}
