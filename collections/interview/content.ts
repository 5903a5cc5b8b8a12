import { withoutNotes, withoutOwnFields } from '../operation-log.ts'
import { attentionTo, type SubmissionDoc } from '../schemas/submissions.ts'

/** A submission without RxDB's own fields and without the notes of this device, as a base or another document takes it. */
export const contentOf = (stored: SubmissionDoc): SubmissionDoc => {
  const { work: _, refusals: __, copies: ___, ...content } = withoutOwnFields(stored)
  return {
    ...content,
    attention: attentionTo.nothing,
    correction: 0,
    crdts: withoutNotes(content.crdts),
  }
}
