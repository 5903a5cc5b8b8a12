import type { Observable } from 'rxjs'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { KeyedStore } from '../../../lib/keyed-store.ts'
import type {
  CompiledField,
  CompiledForm,
  FormLists,
} from '../../../form/definition/compiled-form.ts'
import type { DraftWriter } from './draft-writer.ts'
import type { FillForm } from './fill-form.ts'
import type { LogicState } from '../../../form/logic/logic-state.ts'
import type { ShownProblems } from './shown-problems.ts'
import type { Validity } from '../../../form/answers/validity.ts'

/** Where an interview ended that is still shown, although nothing typed into it would be kept. */
export type Ending = 'here' | 'elsewhere'

/** Whether this tab is submitting the interview, or has discarded its changes. */
export type Leaving = 'no' | 'submitted' | 'discarded'

/** One interview on screen: its answers, their problems, and how they are stored. */
export interface Interview {
  /** The form as shown now; replaced when occurrences or the language change. */
  readonly form: CompiledForm
  readonly form$: Observable<CompiledForm>
  readonly submission: SubmissionDoc | null
  readonly answers: FillForm
  readonly files: KeyedStore<readonly FileUploadDoc[]>
  /** The current results of the form's rules. */
  readonly logic: LogicState
  /**
   * A value that changes, by a field's id and by the key of its part, whenever the rules' result for the field changes.
   */
  readonly logicTicks: KeyedStore<number>
  readonly validity: Validity
  readonly problems: ShownProblems
  /** The numbers on screen, by field id; 0 for none. */
  readonly numbers: KeyedStore<number>
  readonly writer: DraftWriter
  /** Emits when it has ended: discarded here, or submitted or discarded in another tab. */
  readonly ended$: Observable<Ending>
  readonly edit: (field: CompiledField, answer: Answer) => void
  readonly focus: (field: CompiledField) => void
  readonly blur: (field: CompiledField) => void
  /**
   * Prepares for submitting: evaluates the rules that depend on the interview's end, and stores answers that were not
   * typed.
   */
  readonly finish: () => void
  /**
   * Adds an occurrence of a repeat, by the repeat's key; returns its first question, or null when no more are allowed.
   */
  readonly addOccurrence: (repeatKey: string) => CompiledField | null
  /** Removes an occurrence and those within it; their answers stay on the device but are not sent. */
  readonly removeOccurrence: (sectionId: string, occurrence: number) => void
  /** Takes the rows that lists have now, such as those of cases that another tab registers. */
  readonly setLists: (lists: FormLists) => void
  /** Shows the form in another language; '' for its plain texts. */
  readonly setLanguage: (language: string) => void
  /**
   * Removes a file from the interview. A file that was there when it was opened stays on the device until Submit, because
   * the change may be discarded, and a submission keeps its files until its edit is submitted; the draft marks it.
   */
  readonly removeFile: (field: CompiledField, file: FileUploadDoc) => Promise<void>
  /** The stored files, without the removed ones. */
  readonly readFiles: () => Promise<readonly FileUploadDoc[]>
  /**
   * Whether the interview, as it was sent, shows a slot. Of an edit this leaves out what another version of the form
   * hides, even if the edit was begun before.
   */
  readonly wasShown: (slotId: string) => boolean
  /** Whether anything has changed since it was opened. */
  readonly isDirty: () => boolean
  /** Marks a change that is not an answer, such as a file. */
  readonly markDirty: (field: CompiledField) => void
  /** True while it is being submitted, so that the draft may disappear without a notice; false to undo that. */
  readonly setLeaving: (isLeaving: boolean) => void
  /** What becomes of it. What still measures an answer ends unless it is 'no', and no file is added after 'discarded'. */
  readonly leaving: () => Leaving
  /** Undoes the changes since it was opened. Deletes a new draft; restores a resumed one, or one of several tabs. */
  readonly discard: () => Promise<void>
  /** Writes everything to the device and stops following it. */
  readonly close: () => Promise<void>
}
