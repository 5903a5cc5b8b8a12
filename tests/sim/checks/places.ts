import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { BinEntry, Look, LookedDraft } from '../product/look.ts'
import { textOfAnswer } from '../servers/sim-server.ts'
import { markerField } from '../world/content.ts'
import type { Interview } from '../world/world.ts'

/** The places of an interview on a phone: the list, Recovery, the drafts, the bin. */
export interface Places {
  readonly submissions: readonly SubmissionDoc[]
  readonly recovery: readonly RecoveryEntry[]
  /** New drafts, and edits of it. */
  readonly drafts: readonly LookedDraft[]
  readonly bin: readonly BinEntry[]
}

/** The marker of a document's interview; '' when it has none. */
export const markerOf = (doc: { readonly answers: object } | null | undefined): string =>
  String((doc?.answers as Record<string, unknown> | undefined)?.[markerField] ?? '')

/** The submission in an entry of Recovery. */
export const submissionIn = ({ payload }: Pick<RecoveryEntry, 'payload'>): SubmissionDoc | null =>
  (payload as { submission?: SubmissionDoc | null }).submission ?? null

/** Finds an interview on a phone by its marker, and its edits by their submission. */
export const placesOf = (interview: Interview, look: Look): Places => {
  const { marker, open } = interview
  const submissions = look.submissions.filter(doc => markerOf(doc) === marker)
  const ids = new Set(submissions.map(({ id }) => id))
  return {
    submissions,
    recovery: look.recovery.filter(entry => markerOf(submissionIn(entry)) === marker),
    drafts: look.drafts.filter(
      draft =>
        String(draft.answers[markerField] ?? '') === marker ||
        ids.has(draft.submissionId) ||
        draft.id === open?.draftId,
    ),
    bin: look.bin.filter(entry => markerOf(entry.submission) === marker),
  }
}

/** Everything with answers in these places. */
export const documentsIn = ({ submissions, recovery, drafts, bin }: Places) => [
  ...submissions,
  ...recovery.map(submissionIn),
  ...drafts,
  ...bin.map(({ submission }) => submission),
]

/** Whether an answer exists on the phone. */
export const hasAnswer = (places: Places, field: string, text: string): boolean =>
  documentsIn(places).some(
    doc => textOfAnswer((doc?.answers[field] ?? null) as string | null) === text,
  )

/** Whether a file exists on the phone: its bytes, and a document that names it. */
export const hasFile = (places: Places, look: Look, fileId: string): boolean => {
  const file = look.files.get(fileId)
  if (file === undefined) return false
  const named = [
    ...places.submissions.flatMap(({ files }) => files.map(({ id }) => id)),
    ...places.recovery.flatMap(({ file_ids }) => file_ids),
    ...places.bin.flatMap(({ file_ids }) => file_ids),
  ]
  return named.includes(fileId) || places.drafts.some(({ id }) => id === file.submission_id)
}
