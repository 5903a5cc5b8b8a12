import type { AppearanceWord, Parameters } from '../../../replication/wire/form/appearance.ts'
import type { Media } from '../../../replication/wire/form/media.ts'
import type { Repeat } from '../../../replication/wire/form/repeat.ts'
import type { Words } from '../../../replication/wire/form/words.ts'
import type { FieldType } from '../../../replication/wire/field-types.ts'
import type { FieldMore, FieldOption, NumberRange } from '../../../replication/wire/forms.ts'
import type { DateRange } from '../types/dates.ts'
import type { ListRow } from '../../../replication/wire/form/files.ts'
import type { FieldLogic, Rules } from '../../../replication/wire/logic.ts'
import type { BoundRule } from '../logic/bind-rule.ts'

/*
 * A form as the fill screen uses it. compile.ts makes the template once from the stored definition; form-shape.ts makes
 * the shown form from the template.
 */

/** One field, ready to be shown and checked. A repeated section has one of them per occurrence. */
export interface CompiledField {
  /** Unique on screen: the field's id and, after the first occurrence, the number of its occurrence. */
  readonly id: string
  /** The form's id of the field, shared by all occurrences. */
  readonly fieldId: string
  /** The occurrence within a repeat, from 0; 0 outside of repeats. */
  readonly occurrence: number
  /** The repeated section that contains it; null for a field that is asked once. */
  readonly repeatId: string | null
  /** The occurrence of the outer repeat that its own occurrence is in; null for a field that is in at most one repeat. */
  readonly outer: number | null
  /** The occurrence that it is in, such as the second 'Member'; null outside of repeats. */
  readonly within: Within | null
  /**
   * A unique number that never changes while other fields appear and disappear; outside of repeats, the field's
   * position.
   */
  readonly index: number
  /** The number of the form's field, from 1, shared by all occurrences. */
  readonly number: number
  readonly type: FieldType
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly help: string
  /** Longer help, shown on request; '' without any. */
  readonly guidance: string
  readonly isRequired: boolean
  readonly options: readonly FieldOption[]
  /** The files that its label shows, in every language. */
  readonly media: Media
  /** Whether a line of text is typed on a numeric keyboard. */
  readonly isNumeric: boolean
  /** How it is asked, beyond its type. */
  readonly appearance: readonly AppearanceWord[]
  readonly parameters: Parameters
  /** The limits of a RANGE or RATING, and its step. */
  readonly range: NumberRange
  /** Whether it takes several values: its answer is a list, or it takes several files. */
  readonly multiple: boolean
  /** The target size of a compressed image, in kB; 0 for the app's default. */
  readonly maxKb: number
  /** Its optional rules; null for a field without any. */
  readonly logic: FieldLogic | null
  /** Its texts in further languages; null without any. */
  readonly words: FieldWords | null
}

/** What an occurrence is called: its label ('' if the form has none) and its place, from 0. */
export interface Within {
  readonly label: string
  readonly place: number
}

/** The texts of a field by language. */
export type FieldWords = Pick<FieldMore, 'labels' | 'placeholders' | 'help_texts' | 'guidances'>

/** The fields under one heading. */
export interface CompiledSection {
  /** Unique on screen, like a field's id. */
  readonly id: string
  /** '' when the form has none, and for an occurrence, because its name comes from its repeat. */
  readonly name: string
  /** The occurrence of a repeat; null for a section that is asked once. */
  readonly occurrence: Occurrence | null
  /** The first piece of an occurrence that goes on after a repeat within it; null for a first piece. */
  readonly continues: CompiledSection | null
  /** Whether it is an occurrence with a repeat within it, so that its title is shown also above no question. */
  readonly hasInner: boolean
  readonly fields: readonly CompiledField[]
}

/** A section that is asked several times. */
export interface CompiledRepeat {
  /** Its section's id; of a repeat within another, with the number of the outer occurrence. */
  readonly key: string
  readonly sectionId: string
  /** The outer occurrence that it is within; null for a repeat that is within none. */
  readonly outer: CompiledSection | null
  /** The section's own name, shown above all occurrences; '' when the form has none. */
  readonly name: string
  /** The name of one occurrence; '' when the form has none. */
  readonly label: string
  readonly rules: Repeat
  /** The current occurrences, in their order. */
  readonly occurrences: readonly number[]
}

/** One time that a section is asked. */
export interface Occurrence {
  readonly repeat: CompiledRepeat
  /** Its number, from 0; a removed occurrence leaves a gap. */
  readonly number: number
  /** Its place among the current occurrences, from 0. */
  readonly place: number
}

/** A piece of a section that is mounted as a whole; large sections have several. */
export interface CompiledPart {
  readonly kind: 'part'
  readonly key: string
  readonly section: CompiledSection
  /** Which part of its section, from 0; the first has the heading. */
  readonly place: number
  readonly fields: readonly CompiledField[]
}

/** What surrounds the occurrences of a repeat: its heading, and the button that adds one. */
export interface RepeatEdge {
  readonly kind: 'repeat begins' | 'repeat ends'
  readonly key: string
  readonly repeat: CompiledRepeat
}

/** A section as the form's author wrote it. */
export interface TemplateSection {
  readonly id: string
  /** '' when the form has none. */
  readonly name: string
  readonly names?: Words
  /** What fills the placeholders of its name, by key. */
  readonly fills?: Rules
  /** null for a section that is asked once. */
  readonly repeat: Repeat | null
  /** null for a section that is within no repeat. */
  readonly nesting: Nesting | null
  readonly fields: readonly CompiledField[]
}

/**
 * How a repeat is within another. Its occurrences are numbered through the whole interview; a hidden answer of each
 * names the key of its outer occurrence, which is a hidden answer of that one.
 */
export interface Nesting {
  readonly outerId: string
  /** The field of the outer repeat with the key of an occurrence. */
  readonly keyId: string
  /** The field of the inner repeat with the key of the outer occurrence. */
  readonly linkId: string
  /** How many fields of the outer repeat are asked before it. */
  readonly at: number
}

/** A form's definition, read once and never changed. form-shape.ts makes the shown forms from it. */
export interface FormTemplate {
  readonly id: string
  readonly title: string
  readonly definitionHash: string
  readonly sections: readonly TemplateSection[]
  /** Every field once, in its plain texts. */
  readonly fields: readonly CompiledField[]
  readonly dates: DateRange
  /** null for a form without rules. */
  readonly logic: FormLogic | null
  readonly languages: FormLanguages
  /** The rows of the lists that rules read, by the list's id. */
  readonly lists: FormLists
}

/** The rows of a form's lists by their id. */
export type FormLists = ReadonlyMap<string, readonly ListRow[]>

/** The languages of a form's texts. */
export interface FormLanguages {
  /** In the form's order; empty for a form of one language. */
  readonly tags: readonly string[]
  /** The language of the plain texts; '' when the form does not name it. */
  readonly own: string
}

/** A form as the fill screen uses it: in one language, with the current occurrences. Never changed, only replaced. */
export interface CompiledForm {
  readonly id: string
  readonly title: string
  readonly definitionHash: string
  readonly template: FormTemplate
  readonly sections: readonly CompiledSection[]
  readonly parts: readonly CompiledPart[]
  /** The parts, and the edges of repeats. */
  readonly blocks: readonly (CompiledPart | RepeatEdge)[]
  readonly fields: readonly CompiledField[]
  readonly fieldById: ReadonlyMap<string, CompiledField>
  readonly partByIndex: ReadonlyMap<number, CompiledPart>
  readonly repeats: readonly CompiledRepeat[]
  readonly dates: DateRange
  readonly logic: FormLogic | null
  /** The shown language; '' for the plain texts. */
  readonly language: string
}

/** The rules of one field, bound to the answers that they read. */
export interface FieldRules {
  readonly field: CompiledField
  /** The rule of the section that repeats the field. */
  readonly repeatIf: BoundRule | null
  readonly visibleIf: BoundRule | null
  readonly requiredIf: BoundRule | null
  readonly readOnlyIf: BoundRule | null
  readonly validIf: BoundRule | null
  readonly calculate: BoundRule | null
  readonly choiceFilter: BoundRule | null
  readonly defaultValue: BoundRule | null
  /** The rows that are the options. */
  readonly optionRows: BoundRule | null
  /** The seed of the options' order. */
  readonly randomOrder: BoundRule | null
  /** What fills the placeholders of the field's texts, by key. */
  readonly fills: BoundFills
}

/** A field that a change of another one sets, and the rule of its answer; null to clear it. */
export interface BoundSet {
  readonly field: CompiledField
  readonly to: BoundRule | null
}

/** Rules that produce texts, by placeholder key. */
export type BoundFills = ReadonlyMap<string, BoundRule>

/** The logic of a form, ready to be evaluated. A field here represents all of its occurrences. */
export interface FormLogic {
  /** By the field's id in the form. */
  readonly rulesById: ReadonlyMap<string, FieldRules>
  /** The fields whose rules read a value, by the value's key. */
  readonly readersByKey: ReadonlyMap<string, readonly CompiledField[]>
  /** The order of fields that depend on each other; a field that is read comes before its readers. */
  readonly rankById: ReadonlyMap<string, number>
  /** The fields whose first calculated value stays, by the field's id in the form. */
  readonly fixedIds: ReadonlySet<string>
  /** What a change of a field's answer by the surveyor sets, by the field's id in the form. */
  readonly setsById: ReadonlyMap<string, readonly BoundSet[]>
  /** The fields whose answers in the last interview rules read. */
  readonly lastFields: readonly CompiledField[]
  /** When a repeated section is asked, by its id; sections that are always asked are missing. */
  readonly repeatIfById: ReadonlyMap<string, BoundRule>
  /** How many occurrences there are, by the section's id; missing where the surveyor decides. */
  readonly countById: ReadonlyMap<string, BoundRule>
  /** The questions that a count which depends on itself waits for, by the section's id. */
  readonly pacesById: ReadonlyMap<string, readonly CompiledField[]>
  /** What fills the placeholders of section headings, by section id. */
  readonly headingFills: ReadonlyMap<string, BoundFills>
  /** What fills the placeholders of occurrence names, by section id. */
  readonly titleFills: ReadonlyMap<string, BoundFills>
  /** The fields whose option labels are looked up, by the key of the labels. */
  readonly labelled: ReadonlyMap<string, CompiledField>
  /** The outer repeat of each repeat that is within another, by their sections' ids. */
  readonly outerById: ReadonlyMap<string, string>
  /** The keys of the number of occurrences, by section id. */
  readonly countKeyById: ReadonlyMap<string, string>
  /** The parts of the form's logic that cannot be evaluated. */
  readonly problems: readonly LogicProblem[]
}

/** A rule that was left out or reads an unknown name, with its field. */
export type LogicProblem =
  | { readonly kind: 'unknown'; readonly field: CompiledField; readonly name: string }
  | { readonly kind: 'cycle'; readonly field: CompiledField }
