import { planRefusal } from '../../../collections/interview/refusals.ts'
import { updatesOf, type Operations } from '../../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { planProfileEdits } from '../../../replication/recovery/recover-profile.ts'
import type { ProfileRecord } from '../records.ts'
import type { Counts } from './merge-interview.ts'
import { newRefusals } from './merge-refusals.ts'
import type { RestoreStep } from './restore-step.ts'

/** The counts of a profile. */
interface ProfileCounts extends Counts {
  /** Whether edits were restored. */
  readonly profile: boolean
}

/** The counts without a profile. */
export const noProfile: ProfileCounts = {
  drafts: 0,
  submissions: 0,
  recovery: 0,
  known: 0,
  profile: false,
}

/** Plans the edits of a backup that change something in the profile here, and the refusals that are missing. */
export const planProfile = async (
  step: RestoreStep,
  { edits, refusals }: ProfileRecord,
): Promise<ProfileCounts> => {
  const { transaction, db, now } = step
  const missing = newRefusals(step, { refusals })
  for (const refusal of missing) {
    await planRefusal(transaction, db, currentUser, refusal, 'brought')
  }
  const profile = await transaction.read(db.user_profile, currentUser)
  const wanted = profile === null ? [] : edits.filter(edit => changesProfile(profile, edit))
  if (wanted.length > 0) await planProfileEdits(transaction, db, wanted, now)
  const isKnown = edits.length > 0 && wanted.length === 0
  return {
    ...noProfile,
    profile: wanted.length > 0,
    recovery: missing.length,
    known: refusals.length - missing.length + (isKnown ? 1 : 0),
  }
}

const changesProfile = (profile: UserProfileDoc, edit: Operations): boolean =>
  updatesOf([edit])
    .flatMap(({ $set = {} }) => Object.entries($set))
    .some(
      ([field, value]) =>
        field !== 'syncStatus' && profile[field as keyof UserProfileDoc] !== value,
    )
