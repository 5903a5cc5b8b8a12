import { contentOf } from '../../../collections/interview/content.ts'
import type { Database } from '../../../collections/database.ts'
import { differenceOf, type Operations } from '../../../collections/operation-log.ts'
import { filesOf } from '../../../collections/queries.ts'
import type { RecoveredPayload, RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type {
  Answer,
  ManifestFile,
  SubmissionDoc,
} from '../../../collections/schemas/submissions.ts'
import type { Refusal } from '../../../collections/schemas/refusal.ts'
import { readFieldKinds } from '../../../replication/rows/field-kinds.ts'
import { isListedByBytes } from '../../../replication/rows/listed-files.ts'
import { changesTo } from '../../../replication/outbox/settle/changes-to.ts'

/** An edit of a backup that may be older than what is here. It waits in Recovery for the surveyor's decision. */
export interface OlderWork {
  /** The id of its entry, the same for the same work. */
  readonly id: string
  /** The submission as it is here. */
  readonly known: SubmissionDoc
  /** What the edit sets, by answer key; null where it clears. */
  readonly answers: ReadonlyMap<string, Answer | null>
  /** The files that the edit adds. */
  readonly files: readonly ManifestFile[]
}

/** The entry of an older edit; null when it changes nothing here, or is here already. */
export const olderEntry = async (
  db: Database,
  { id, known, answers, files: given }: OlderWork,
  now: number,
): Promise<RecoveryEntry | null> => {
  if (known.refusals?.some(refusal => refusal.id === id) === true) return null
  const open = await filesOf(known.id).build(db.file_uploads).exec()
  // The surveyor may have opened the entry since.
  const isHere = (file: ManifestFile) =>
    [...open, ...known.files].some(({ id: other }) => other === file.id) ||
    isListedByBytes(file, known)
  const files = given.filter(file => !isHere(file))
  const wanted: SubmissionDoc = {
    ...contentOf(known),
    answers: merged(known.answers, answers),
    files: [...known.files, ...files],
  }
  const differences = changesTo(known, wanted, {
    isChanged: key => answers.has(key),
    isCleared: key => answers.get(key) === null,
    kinds: await readFieldKinds(db, known.form_id),
    now,
  })
  if (differences.length === 0 && files.length === 0) return null
  const operations = [...differences, ...(files.length === 0 ? [] : [addition(wanted, now)])]
  const submission = { ...wanted, crdts: { operations, hash: '' } }
  const edit = refusedEdit({ id, reason: 'backup', submission, files }, now)
  return { ...edit, submission_id: known.id }
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
  answers: OlderWork['answers'],
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
