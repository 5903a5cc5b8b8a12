import type { Database } from '../../../collections/database.ts'
import { updatesOf, type Operations } from '../../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../../collections/schemas/user-profile.ts'

/** The backup's edits of the profile that change something in the profile on this device. */
export const newProfileEdits = async (
  db: Database,
  edits: readonly Operations[],
): Promise<readonly Operations[]> => {
  const doc = await db.user_profile.findOne(currentUser).exec()
  if (doc === null) return []
  const profile = doc.toMutableJSON() as UserProfileDoc
  return edits.filter(operations =>
    updatesOf([operations])
      .flatMap(({ $set = {} }) => Object.entries($set))
      .some(
        ([field, value]) =>
          field !== 'syncStatus' && profile[field as keyof UserProfileDoc] !== value,
      ),
  )
}
