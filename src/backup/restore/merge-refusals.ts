import { payloadOf } from '../../../collections/interview/refusals.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { Refusal } from '../../../collections/schemas/refusal.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { changes, effectOf, fateOf, notPending, type Pair } from './newer-here.ts'
import type { RestoreStep } from './restore-step.ts'

/** The refusals of a backup that an interview here lacks. The interview is here, so that its own refusal is over. */
export const missingRefusals = (step: RestoreStep, pair: Pair): readonly Refusal[] =>
  newRefusals(step, pair.saved).filter(
    refusal => refusal.kind !== 'create' && isMissing(pair, refusal),
  )

/** The refusals of an interview of a backup that are not in Recovery here, also not under another interview. */
export const newRefusals = (
  { entryIds }: Pick<RestoreStep, 'entryIds'>,
  { refusals = [] }: Pick<SubmissionDoc, 'refusals'>,
): readonly Refusal[] => refusals.filter(({ id }) => !entryIds.has(id)).map(asBrought)

/** Whether a refusal is missing here. That of an edit is not, if its changes are here or were sent. */
const isMissing = (pair: Pair, { kind, payload, file_ids }: Refusal): boolean => {
  const { known } = pair
  const { submission } = payloadOf({ payload })
  if (kind !== 'edit' || submission === null || known.server_id === '') return true
  const missing = notPending(known, pendingOperations(submission.crdts))
  const isHere = missing.length === 0 || fateOf({ ...pair, saved: submission }, missing) === 'done'
  const named = new Set(known.files.map(file => file.id))
  return !isHere && (changes(known, effectOf(missing)) || file_ids.some(each => !named.has(each)))
}

/** A refusal of a backup as it is on another device, which may have sent the same again meanwhile. */
const asBrought = (refusal: Refusal): Refusal => ({
  ...refusal,
  // Newer work may exist here or on the server, so only the surveyor may send it.
  reason: refusal.reason === 'exhausted' ? 'backup' : refusal.reason,
  payload:
    refusal.kind === 'document'
      ? refusal.payload
      : { ...refusal.payload, item: { ...payloadOf(refusal).item, in_doubt: true } },
})
