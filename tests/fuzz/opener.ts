import { answerKey } from '../../collections/ids.ts'
import { toResponses } from '../../collections/writes/write-interview.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { createInterview } from '../../src/features/fill/interview/interview.ts'
import { readAnswers } from '../../src/features/fill/interview/follow-draft.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import type { Opening } from '../../src/features/fill/opening/opening.ts'
import type { CompiledForm } from '../../src/form/definition/compiled-form.ts'
import { beginDraft, type FillDevice } from '../features/fill/fixtures.ts'

/** Drafts that are opened again, and sent interviews that are edited. */

/** What would be sent of an interview: what is shown and has an answer. */
export const sentAnswers = ({
  form,
  logic,
  answers,
}: Interview): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    form.fields
      .filter(field => logic.isVisible(field) && answers.get(field).length > 0)
      .map(field => [answerKey(field.fieldId, field.occurrence), answers.get(field)]),
  )

/** Makes an interview, or the edit of one, that can be opened again. */
export const createOpener = (device: FillDevice, form: CompiledForm) => {
  let opening: Opening = {
    form,
    draft: null,
    answers: [],
    files: [],
    submission: null,
    begin: beginDraft(device, form),
  }
  return {
    open: () => createInterview(device, opening),
    again: async (interview: Interview): Promise<Interview> => {
      await interview.writer.flush()
      const draft = interview.writer.draft()
      if (draft === null) return interview
      await interview.close()
      const stored = await readAnswers(device.db, draft.id)
      const read = opening.submission === null ? { answers: stored } : { edited: stored }
      opening = { ...opening, ...read, draft, begin: () => Promise.resolve(draft) }
      return createInterview(device, opening)
    },
    edit: async (interview: Interview): Promise<Interview> => {
      const answers = sentAnswers(interview)
      await interview.close()
      const submission = { id: 'sent', answers, files: [], created_at: '' } as unknown
      opening = {
        form,
        draft: null,
        answers: toResponses('sent', answers, 0),
        files: [],
        submission: submission as SubmissionDoc,
        begin: beginDraft(device, form),
      }
      return createInterview(device, opening)
    },
  }
}
