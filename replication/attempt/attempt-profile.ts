import type { RxDocumentData } from 'rxdb'
import { pendingOperations, updatesOf, type Operations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { carriedBy } from '../outbox/carried.ts'
import { dataUrlToBlob } from './data-url.ts'
import { failed, type Outcome } from '../outbox/decide.ts'
import { syncTimeoutMs, uploadTimeoutMs } from '../limits.ts'
import { keepUser } from '../rows/keep-user.ts'
import { isAlive, storedDocument } from '../../collections/interview/logged.ts'
import { claim, noteSending, type AttemptContext } from './sending.ts'
import type { User } from '../wire/answers.ts'
import type { AccountUpdateRequest } from '../wire/requests.ts'

/** The account is another one or not active; not a try. */
const notAllowed = failed({ kind: 'unauthorized', message: '' })

/**
 * Sends the unsent edits of the profile.
 *
 *   read the account ──► put it under the edits ──► does it differ?
 *                                                    ├─ yes ──► account-update with all fields ──► profile
 *                                                    └─ no: a lost answer, or another device ──► profile
 *
 * The call takes all fields, so those that were not edited here are sent as the account has them.
 */
export const attemptProfile = async (
  context: AttemptContext,
  item: OutboxDoc,
): Promise<Outcome> => {
  const before = await unsentProfile(context)
  if (before === null) return { kind: 'nothing' }
  await claim(context, syncTimeoutMs)
  const account = await context.api.account()
  if (!account.ok) return failed(account.failure)
  const isOurs = before.user_id === '' || before.user_id === account.value.id
  if (!isOurs) return notAllowed
  await keepUser(context.db, account.value)
  if (!account.value.is_active) return notAllowed
  const rebased = await unsentProfile(context)
  if (rebased === null) return { kind: 'nothing' }

  const pending = pendingOperations(rebased.crdts)
  const picture = editedPicture(pending)
  const requestMs = picture === null ? syncTimeoutMs : uploadTimeoutMs
  const carried = await carriedBy(pending)
  await noteSending(context, item.id, requestMs, carried)
  if (picture === null && isSame(rebased, account.value)) {
    return { kind: 'profile', user: account.value, carried }
  }
  const { first_name, last_name, phone_number } = rebased
  const result = await context.api.accountUpdate({ first_name, last_name, phone_number }, picture)
  return result.ok ? { kind: 'profile', user: result.value, carried } : failed(result.failure)
}

/** The stored profile; null when it has no unsent edits. */
const unsentProfile = async ({
  db,
}: AttemptContext): Promise<RxDocumentData<UserProfileDoc> | null> => {
  const stored = await storedDocument(db.user_profile, currentUser)
  if (!isAlive(stored)) return null
  return pendingOperations(stored.crdts).length === 0 ? null : stored
}

/** The last picture that pending operations set; null when there is none or it cannot be read. */
const editedPicture = (pending: readonly Operations[]): Blob | null => {
  const set = updatesOf(pending)
    .map(({ $set }) => $set?.['profile_image_local'])
    .filter(value => value !== undefined)
    .at(-1)
  return typeof set === 'string' ? dataUrlToBlob(set) : null
}

const isSame = (profile: AccountUpdateRequest, user: User): boolean =>
  profile.first_name === user.first_name &&
  profile.last_name === user.last_name &&
  profile.phone_number === user.phone_number
