import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'

/* What hints compare. */

/** An earlier interview of the form. */
export type Earlier = Pick<
  SubmissionDoc,
  'id' | 'created_at' | 'submittedAt' | 'answers' | 'form_id' | 'definition_hash'
>

/** An answer of the open interview. */
export interface Given {
  readonly field: CompiledField
  readonly answer: Answer
  /** Whether the interview began with it, because then an equal answer is no sign of a copy. */
  readonly isHeld: boolean
}

/** The fewest earlier interviews, or answers to a field, that show what is usual. */
export const fewestEarlier = 10

/** An answer as one text. */
export const textOf = (answer: Answer | undefined): string =>
  [answer ?? ''].flat().join('\n').trim()
