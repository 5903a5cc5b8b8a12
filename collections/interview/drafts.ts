import type { SubmissionDoc, Work } from '../schemas/submissions.ts'

/** An unfinished interview, or the unfinished edit of a submission, as the screens show it. */
export interface DraftDoc extends Omit<Work, 'isWhole'> {
  /** The interview's id. */
  readonly id: string
  /** Sent with the interview to the server; '' for an edit. */
  readonly client_key: string
  readonly form_id: string
  readonly formName: string
  /** The submission being edited, which is the same document; '' for a whole interview. */
  readonly submission_id: string
}

/** What is being filled in of an interview; null for nothing. */
export const draftOf = (doc: SubmissionDoc): DraftDoc | null => {
  if (doc.work === undefined) return null
  const { isWhole, ...work } = doc.work
  const { id, form_id, formName } = doc
  const client_key = isWhole ? doc.client_key : ''
  return { ...work, id, client_key, form_id, formName, submission_id: isWhole ? '' : id }
}

/**
 * Whether the work that a screen began goes on. A whole interview that was submitted elsewhere does not, although the
 * submission may be edited since.
 */
export const goesOn = (
  { submission_id }: Pick<DraftDoc, 'submission_id'>,
  work: Pick<Work, 'isWhole'> | undefined,
): work is Work => work !== undefined && (work.isWhole || submission_id !== '')

/** What is being filled in of interviews, last worked on first. */
export const draftsOf = (docs: readonly SubmissionDoc[]): readonly DraftDoc[] =>
  docs
    .flatMap(doc => draftOf(doc) ?? [])
    .sort((one, other) => other.updated_at - one.updated_at || (one.id < other.id ? -1 : 1))
