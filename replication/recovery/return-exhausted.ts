import { findSubmitted } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import { withoutAddresses } from '../../collections/file-answers.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { baseFields } from '../../collections/operation-log.ts'
import { payloadOf, type RecoveryEntry } from '../../collections/interview/refusals.ts'
import { readEntries } from '../../collections/recovery-entries.ts'
import type { RefusalKind } from '../../collections/schemas/refusal.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { readFieldKinds } from '../rows/field-kinds.ts'
import type { Sent } from '../outbox/decide.ts'
import { hasUnsentOperations } from '../outbox/queue.ts'
import { longestReturnPauseMs, returnPauseMs } from '../limits.ts'
import { isSameAt } from '../rows/same-answers.ts'
import { planReturn, tryAgain } from './return-recovered.ts'

/** How many return at once; more follow after the next success. */
const atOnce = 50

/**
 * Returns entries from Recovery that had used up their tries, because the API has just taken a request of the same
 * kind, so the server works again (decisions 3). The pause before a return doubles each time. Entries of one submission
 * wait for each other, because a later edit must not be sent before an earlier one. An edit waits for a later deletion.
 */
export const returnExhausted = async (db: Database, sent: Sent, now: number): Promise<void> => {
  const kind = kindOf(sent)
  if (kind === null) return
  const exhausted = await readExhausted(db)
  const isDue = (entry: RecoveryEntry) => now >= returnsAt(entry, now)
  const early = new Set(exhausted.filter(entry => !isDue(entry)).map(entry => entry.submission_id))
  const deleted = new Set<string>()
  let returned = 0
  for (const entry of exhausted) {
    if (returned === atOnce) return
    const id = entry.submission_id
    // Once the edit is sent, the later deletion counts as overtaken by it.
    const waits = entry.kind === 'edit' && deleted.has(id)
    const mayReturn = entry.kind === kind && !early.has(id) && !waits
    if (!(mayReturn || entry.kind === 'delete') || (await isOvertaken(db, entry))) continue
    if (entry.kind === 'delete') deleted.add(id)
    if (mayReturn && (await tryAgain(db, entry, now)) === 'returned') returned += 1
  }
}

/**
 * Returns at the surveyor's request what had used up its tries, whatever its pause: of these forms, or of all. What
 * the server refused for good waits for the surveyor, and so do an entry that is overtaken and an edit of the profile.
 * Entries of one submission return in one transaction, because a later edit must not be sent before an earlier one.
 */
export const returnAllExhausted = async (
  db: Database,
  formIds: ReadonlySet<string> | null,
  now: number,
): Promise<void> => {
  const bySubmission = new Map<string, RecoveryEntry[]>()
  for (const entry of [...(await readExhausted(db))].reverse()) {
    if (entry.kind === 'profile' || formIds?.has(entry.form_id) === false) continue
    if (await isOvertaken(db, entry)) continue
    const id = entry.submission_id
    bySubmission.set(id, [...(bySubmission.get(id) ?? []), entry])
  }
  for (const entries of bySubmission.values()) {
    // Once the edit is sent, the later deletion counts as overtaken by it.
    const deletion = entries.find(({ kind }) => kind === 'delete')
    await transact(async transaction => {
      for (const entry of deletion === undefined ? entries : [deletion]) {
        await planReturn(transaction, db, entry, now)
      }
    })
  }
}

/**
 * Whether what an edit changes, or anything of what is to be deleted, was changed since. The entry is the older one
 * then, and only the surveyor may send it.
 */
const isOvertaken = async (db: Database, entry: RecoveryEntry): Promise<boolean> => {
  const { submission } = payloadOf(entry)
  if (submission === null || (entry.kind !== 'edit' && entry.kind !== 'delete')) return false
  const living = await findSubmitted(db, submission.id)
  if (living === null) return false
  const [before, since] = [confirmedAnswers(submission), confirmedAnswers(living)]
  const kinds = await readFieldKinds(db, submission.form_id)
  const differ = (one: Answers, other: Answers, key: string) => !isSameAt(one, other, key, kinds)
  const changed = Object.keys({ ...before, ...since }).filter(key => differ(before, since, key))
  if (entry.kind === 'delete') return changed.length > 0 || hasUnsentOperations(living)
  const { answers } = submission
  return changed.some(key => differ(before, answers, key) && differ(since, answers, key))
}

type Answers = Readonly<Record<string, Answer>>

const confirmedAnswers = ({ crdts, files }: SubmissionDoc): Answers =>
  withoutAddresses(baseFields<SubmissionDoc>(crdts)?.answers ?? {}, files)

/** Whether any entry could return; read once per run because a run may send thousands. */
export const hasExhausted = async (db: Database): Promise<boolean> =>
  (await readExhausted(db)).length > 0

/** The newest come first. */
const readExhausted = async (db: Database): Promise<readonly RecoveryEntry[]> =>
  (await readEntries(db)).filter(({ reason }) => reason === 'exhausted')

/**
 * When an entry may return by itself, epoch ms. The pause grows with its visits to Recovery, which are counted in its
 * history and so survive restarts. A clock that was set back does not delay it.
 */
export const returnsAt = (
  entry: Pick<RecoveryEntry, 'history' | 'moved_at'>,
  now: number,
): number => {
  const times = entry.history.filter(({ what }) => what === 'recovered').length
  const pauseMs = Math.min(longestReturnPauseMs, returnPauseMs * 2 ** Math.max(0, times - 1))
  return entry.moved_at > now ? now : entry.moved_at + pauseMs
}

const kindOf = (sent: Sent): RefusalKind | null => {
  switch (sent.kind) {
    case 'created':
      return 'create'
    case 'updated':
      return 'edit'
    case 'deleted':
      return 'delete'
    case 'uploaded':
      return 'files'
    // An edit of the profile waits for the surveyor, because a later one may have replaced it.
    case 'profile':
    case 'nothing':
      return null
  }
}
