import { contentOf } from '../../../collections/interview/content.ts'
import { differenceOf, type Operations } from '../../../collections/operation-log.ts'
import { filesOf } from '../../../collections/queries.ts'
import type { RecoveredPayload } from '../../../collections/interview/refusals.ts'
import type {
  Answer,
  ManifestFile,
  SubmissionDoc,
} from '../../../collections/schemas/submissions.ts'
import type { Refusal } from '../../../collections/schemas/refusal.ts'
import { isListedByBytes } from '../../../replication/rows/listed-files.ts'
import { changesTo } from '../../../replication/settle/changes-to.ts'
import type { Pair } from './newer-here.ts'
import type { RestoreStep } from './restore-step.ts'

/** An edit of a backup that may be older than what is here. It waits in Recovery for the surveyor's decision. */
interface OlderEdit {
  /** The id of its refusal, the same for the same work. */
  readonly id: string
  /** What the edit sets, by answer key; null where it clears. */
  readonly answers: ReadonlyMap<string, Answer | null>
  /** The files that the edit adds, and whose bytes the backup has. */
  readonly files: readonly ManifestFile[]
}

/** The refusals for an older edit: one, or none when it changes nothing here, or is here already. */
export const refuseOlder = async (
  { transaction, db, now, written }: RestoreStep,
  { known, kinds }: Pair,
  { id, answers, files: given }: OlderEdit,
): Promise<readonly Refusal[]> => {
  if (known.refusals?.some(refusal => refusal.id === id) === true) return []
  // The surveyor may have opened the entry since.
  const open = await transaction.find(db.file_uploads, filesOf(known.id))
  const here = new Set(
    [...open, ...known.files].map(file => file.id).filter(each => !written.has(each)),
  )
  const files = given.filter(file => !here.has(file.id) && !isListedByBytes(file, known))
  const wanted: SubmissionDoc = {
    ...contentOf(known),
    answers: merged(known.answers, answers),
    files: [...known.files, ...files],
  }
  const differences = changesTo(known, wanted, {
    isChanged: key => answers.has(key),
    isCleared: key => answers.get(key) === null,
    kinds,
    now,
  })
  if (differences.length === 0 && files.length === 0) return []
  const operations = [...differences, ...(files.length === 0 ? [] : [addition(wanted, now)])]
  const submission = { ...wanted, crdts: { operations, hash: '' } }
  return [refusedEdit({ id, reason: 'backup', submission, files }, now)]
}

/** What the refusal of a backup's edit holds. */
interface RefusedEdit extends Pick<Refusal, 'id' | 'reason'> {
  /** The submission with the edit in its log. */
  readonly submission: SubmissionDoc
  readonly files: readonly ManifestFile[]
}

/** The refusal of an edit of a backup, which was never sent. */
export const refusedEdit = (
  { id, reason, submission, files }: RefusedEdit,
  now: number,
): Refusal => {
  const payload: RecoveredPayload = {
    submission,
    profile: [],
    sent: {},
    item: { in_doubt: false, sentAt: 0, sentOps: 0, sentHash: '' },
  }
  return {
    id,
    kind: 'edit',
    reason,
    status: 0,
    message: '',
    form_id: submission.form_id,
    formName: submission.formName,
    definition_hash: submission.definition_hash,
    payload: { ...payload },
    file_ids: files.map(file => file.id),
    history: [{ at: now, what: 'recovered', note: '' }],
    created_at: submission.created_at,
    moved_at: now,
  }
}

const merged = (
  known: Readonly<Record<string, Answer>>,
  answers: OlderEdit['answers'],
): Record<string, Answer> =>
  Object.fromEntries(
    [...new Map<string, Answer | null>([...Object.entries(known), ...answers])].filter(
      (entry): entry is [string, Answer] => entry[1] !== null,
    ),
  )

/** The edit that adds files. */
const addition = ({ files }: SubmissionDoc, now: number): Operations => {
  const $set = { files, syncStatus: 'pending', updated_at: new Date(now).toISOString() }
  return differenceOf({ $set }, now)
}
