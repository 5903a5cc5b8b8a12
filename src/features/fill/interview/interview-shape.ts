import type { Observable } from 'rxjs'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { KeyedStore } from '../../../lib/keyed-store.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { DraftWriter } from './draft-writer.ts'
import type { FillForm } from './fill-form.ts'
import type { LogicState } from '../../../form/logic/follow-logic.ts'
import type { ShownProblems } from './shown-problems.ts'
import type { Validity } from '../../../form/answers/validity.ts'

/** Who ended an interview that is still shown; nothing typed into it would be kept any more. */
export type Ending = 'here' | 'elsewhere'

/** One interview on screen: its answers, what is wrong with them, and their way to the device. */
export interface Interview {
  /** As it is shown now: another one takes its place as occurrences come and go, and with the language. */
  readonly form: CompiledForm
  readonly form$: Observable<CompiledForm>
  readonly submission: SubmissionDoc | null
  readonly answers: FillForm
  readonly files: KeyedStore<readonly FileUploadDoc[]>
  /** What the form's own rules say, as far as it has any. */
  readonly logic: LogicState
  /** Changes under a field's id when its rules say something else of it, and under the key of its part. */
  readonly logicTicks: KeyedStore<number>
  readonly validity: Validity
  readonly problems: ShownProblems
  /** The numbers on screen, by field id; 0 for what has none. */
  readonly numbers: KeyedStore<number>
  readonly writer: DraftWriter
  /** Emits once it has ended: discarded here, or submitted or discarded in another tab. */
  readonly ended$: Observable<Ending>
  readonly edit: (field: CompiledField, answer: Answer) => void
  readonly focus: (field: CompiledField) => void
  readonly blur: (field: CompiledField) => void
  /** Before it is submitted: works out what counts from its end, and keeps what was never typed. */
  readonly finish: () => void
  /** Adds an occurrence of a section that repeats; gives its first field, null when there may be no more. */
  readonly addOccurrence: (sectionId: string) => CompiledField | null
  /** Takes an occurrence out; what was answered in it is kept on the device, and not sent. */
  readonly removeOccurrence: (sectionId: string, occurrence: number) => void
  /** Shows the form in another language; '' for its plain texts. */
  readonly setLanguage: (language: string) => void
  /**
   * Takes a file out of the interview. One of a submission that is edited stays on the device: until the
   * edit is submitted it is still the submission's.
   */
  readonly removeFile: (field: CompiledField, file: FileUploadDoc) => Promise<void>
  /** The files as they are stored, without those taken out. */
  readonly readFiles: () => Promise<readonly FileUploadDoc[]>
  /** Whether anything was changed since it was opened. */
  readonly isDirty: () => boolean
  /** Marks a change that is no answer, such as a file. */
  readonly markDirty: (field: CompiledField) => void
  /** From now on the draft may go without a word: it is being submitted. False takes it back. */
  readonly setLeaving: (isLeaving: boolean) => void
  /**
   * Takes back what was changed since it was opened. One begun just now is gone then; a draft that was
   * resumed is as it was, but for files that were taken out of it.
   */
  readonly discard: () => Promise<void>
  /** Brings everything to the device and stops following it. */
  readonly close: () => Promise<void>
}
