import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import { createKeyedStore, type KeyedStore } from '../../lib/keyed-store.ts'
import type { CompiledField, CompiledForm, FormLists } from '../definition/compiled-form.ts'
import { asWritten } from '../texts/rich-text.ts'
import { noFills } from './field-state.ts'
import type { SetAnswer } from './set-answers.ts'

/** The results of a form's rules for the current answers. */
export interface LogicState {
  readonly isVisible: (field: CompiledField) => boolean
  readonly isRequired: (field: CompiledField) => boolean
  /** Whether its answer is shown, and cannot be changed now. */
  readonly isReadOnly: (field: CompiledField) => boolean
  /** False for an answer that its own rule refuses. */
  readonly isAccepted: (field: CompiledField) => boolean
  /** The options that are offered now. */
  readonly options: (field: CompiledField) => readonly FieldOption[]
  /** All options that a filter may leave out; of options that are occurrences of a repeat, none. */
  readonly unfiltered: (field: CompiledField) => readonly FieldOption[]
  /** The text that fills a placeholder of a field's texts; an unknown key stays as written. */
  readonly fill: (field: CompiledField, key: string) => string
  /** The texts that fill the placeholders of headings: for a section by its id, for an occurrence by its slot. */
  readonly headings: KeyedStore<ReadonlyMap<string, string>>
  /** How many occurrences there should be, by the key of the repeat; missing where the surveyor decides. */
  readonly counts: () => ReadonlyMap<string, number>
  /** A field's initial answer; null for none. */
  readonly defaultOf: (field: CompiledField) => Answer | null
  /** What a change of a field's answer by the surveyor sets, in the form's order. */
  readonly setBy: (field: CompiledField) => readonly SetAnswer[]
  /** Whether a repeat is asked at all, by its key. */
  readonly askedRepeats: KeyedStore<boolean>
  /** Evaluates the fields that read a changed answer; returns those whose state changed. */
  readonly update: (field: CompiledField) => readonly CompiledField[]
  /**
   * Evaluates the fields that read a value from outside the answers, such as `end`; returns those whose state changed.
   */
  readonly refresh: (name: string) => readonly CompiledField[]
  /** Takes the rows that lists have now; returns the fields whose state changed. */
  readonly relist: (lists: FormLists) => readonly CompiledField[]
  /** Switches to another shape of the same form; returns the fields whose state changed. */
  readonly reshape: (form: CompiledForm) => readonly CompiledField[]
}

/** The state of a form without rules, which costs nothing. */
export const withoutRules: LogicState = {
  isVisible: () => true,
  isRequired: field => field.isRequired,
  isReadOnly: () => false,
  isAccepted: () => true,
  options: field => field.options,
  unfiltered: field => field.options,
  fill: (_field, key) => asWritten(key),
  headings: createKeyedStore(noFills),
  counts: () => new Map(),
  defaultOf: () => null,
  setBy: () => [],
  askedRepeats: createKeyedStore(true),
  update: () => [],
  refresh: () => [],
  relist: () => [],
  reshape: () => [],
}
