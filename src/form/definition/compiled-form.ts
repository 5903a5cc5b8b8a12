import type { Repeat } from '../../../replication/wire/form-repeat.ts'
import type { Words } from '../../../replication/wire/form-words.ts'
import type { FieldType } from '../../../replication/wire/field-types.ts'
import type { FieldMore, FieldOption, NumberRange } from '../../../replication/wire/forms.ts'
import type { DateRange } from '../types/dates.ts'
import type { FieldLogic, Rules } from '../../../replication/wire/logic.ts'
import type { BoundRule } from '../logic/logic.ts'

/*
 * A form in the shape that the fill screen works with. The template is made once of what is stored
 * (compile.ts); what is on screen is shaped of it (form-shape.ts).
 */

/** One field, ready to be shown and checked; of a section that repeats, one for each occurrence. */
export interface CompiledField {
  /** Tells it from every other one on screen: the field's id, with the number of a further occurrence. */
  readonly id: string
  /** The field of the form, which all occurrences share. */
  readonly fieldId: string
  /** The occurrence within a repeat, from 0; 0 outside of repeats. */
  readonly occurrence: number
  /** The section that repeats it; null for a field that is asked once. */
  readonly repeatId: string | null
  /** Which occurrence it is in, such as the second 'Member'; null outside of repeats. */
  readonly within: Within | null
  /** A number of its own that stays the same whatever else comes and goes; outside of repeats the place. */
  readonly index: number
  /** The number on screen, from 1, which all occurrences share. */
  readonly number: number
  readonly type: FieldType
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly help: string
  /** Longer help, shown when it is asked for; '' without any. */
  readonly guidance: string
  readonly isRequired: boolean
  readonly options: readonly FieldOption[]
  /** What a RANGE goes over. */
  readonly range: NumberRange
  /** Takes several values: its answer is a list, or it takes several files. */
  readonly multiple: boolean
  /** What an image is compressed to, in kB; 0 means the app's default. */
  readonly maxKb: number
  /** Its optional rules; null for a field as the spec has it. */
  readonly logic: FieldLogic | null
  /** Its texts in further languages; null for a field that has one. */
  readonly words: FieldWords | null
}

/** An occurrence as a person names it: what one is called, '' where the form does not say, and its place from 0. */
export interface Within {
  readonly label: string
  readonly place: number
}

/** The texts of a field by language. */
export type FieldWords = Pick<FieldMore, 'labels' | 'placeholders' | 'help_texts' | 'guidances'>

/** What the surveyor sees under one heading. */
export interface CompiledSection {
  /** Tells it from every other one on screen, as a field's id does. */
  readonly id: string
  /** '' when the form gives none, and for an occurrence, which is named after its repeat. */
  readonly name: string
  /** Which occurrence of a repeat it is; null for a section that is asked once. */
  readonly occurrence: Occurrence | null
  readonly fields: readonly CompiledField[]
}

/** A section that is asked several times. */
export interface CompiledRepeat {
  readonly sectionId: string
  /** The section's own name, over all of its occurrences; '' when the form gives none. */
  readonly name: string
  /** What one of them is called; '' when the form does not say. */
  readonly label: string
  readonly rules: Repeat
  /** The occurrences there are now, in their order. */
  readonly occurrences: readonly number[]
}

/** One time that a section is asked. */
export interface Occurrence {
  readonly repeat: CompiledRepeat
  /** Its number, from 0: what was removed leaves a gap. */
  readonly number: number
  /** Its place among those that there are now, from 0. */
  readonly place: number
}

/** A piece of a section that is mounted at once; large sections have several. */
export interface CompiledPart {
  readonly kind: 'part'
  readonly key: string
  readonly section: CompiledSection
  /** Which part of its section, from 0: the first carries the heading. */
  readonly place: number
  readonly fields: readonly CompiledField[]
}

/** What stands around the occurrences of a repeat: its heading, and the way to one more. */
export interface RepeatEdge {
  readonly kind: 'repeat begins' | 'repeat ends'
  readonly key: string
  readonly repeat: CompiledRepeat
}

/** A section as the form's author made it. */
export interface TemplateSection {
  readonly id: string
  /** '' when the form gives none. */
  readonly name: string
  readonly names?: Words
  /** What its name is filled in with, by the key that stands in it. */
  readonly fills?: Rules
  /** null for a section that is asked once. */
  readonly repeat: Repeat | null
  readonly fields: readonly CompiledField[]
}

/** A form's definition, read once and never changed; the forms that are shown are made of it (form-shape.ts). */
export interface FormTemplate {
  readonly id: string
  readonly title: string
  readonly definitionHash: string
  readonly sections: readonly TemplateSection[]
  /** Every field once, in its plain texts. */
  readonly fields: readonly CompiledField[]
  readonly dates: DateRange
  /** null for a form without any rule. */
  readonly logic: FormLogic | null
  readonly languages: FormLanguages
}

/** The languages of a form's texts. */
export interface FormLanguages {
  /** In the order that the form brings them; none for a form of one language. */
  readonly tags: readonly string[]
  /** The one of them that the plain texts are in; '' for none. */
  readonly own: string
}

/**
 * A form in the shape the fill screen works with: in one language, and with the occurrences that there are.
 * Never changed; another one takes its place.
 */
export interface CompiledForm {
  readonly id: string
  readonly title: string
  readonly definitionHash: string
  readonly template: FormTemplate
  readonly sections: readonly CompiledSection[]
  readonly parts: readonly CompiledPart[]
  /** The parts, with what stands around repeats. */
  readonly blocks: readonly (CompiledPart | RepeatEdge)[]
  readonly fields: readonly CompiledField[]
  readonly fieldById: ReadonlyMap<string, CompiledField>
  readonly partByIndex: ReadonlyMap<number, CompiledPart>
  readonly repeats: readonly CompiledRepeat[]
  readonly dates: DateRange
  readonly logic: FormLogic | null
  /** The language it is shown in; '' for the plain texts. */
  readonly language: string
}

/** The rules of one field, bound to the answers that they read. */
export interface FieldRules {
  readonly field: CompiledField
  /** The rule of the section that repeats the field. */
  readonly repeatIf: BoundRule | null
  readonly visibleIf: BoundRule | null
  readonly requiredIf: BoundRule | null
  readonly validIf: BoundRule | null
  readonly calculate: BoundRule | null
  readonly choiceFilter: BoundRule | null
  readonly defaultValue: BoundRule | null
  /** What is filled into the field's texts, by key. */
  readonly fills: BoundFills
}

/** Rules that give a text, by the key that stands for each. */
export type BoundFills = ReadonlyMap<string, BoundRule>

/** The logic of a form, ready to be followed; fields stand for all of their occurrences. */
export interface FormLogic {
  /** By the field's id in the form. */
  readonly rulesById: ReadonlyMap<string, FieldRules>
  /** The fields whose rules read something, by its key. */
  readonly readersByKey: ReadonlyMap<string, readonly CompiledField[]>
  /** Where a field stands among those that depend on each other; whoever is read comes before who reads. */
  readonly rankById: ReadonlyMap<string, number>
  /** When a section that repeats is asked, by its id; those that always are have none. */
  readonly repeatIfById: ReadonlyMap<string, BoundRule>
  /** How many occurrences there are, by the section's id; where the surveyor decides there is none. */
  readonly countById: ReadonlyMap<string, BoundRule>
  /** What is filled into the headings of sections, by their id. */
  readonly headingFills: ReadonlyMap<string, BoundFills>
  /** What is filled into what an occurrence is called, by the section's id. */
  readonly titleFills: ReadonlyMap<string, BoundFills>
  /** The fields whose options' labels are looked up, by the key of those. */
  readonly labelled: ReadonlyMap<string, CompiledField>
  /** The keys of the number of occurrences, by the section's id. */
  readonly countKeyById: ReadonlyMap<string, string>
  /** What of the form's logic cannot be followed. */
  readonly problems: readonly LogicProblem[]
}

/** A rule that was left out or reads nothing, by the field that has it. */
export type LogicProblem =
  | { readonly kind: 'unknown'; readonly field: CompiledField; readonly name: string }
  | { readonly kind: 'cycle'; readonly field: CompiledField }

/** The key of a field's answer in what rules are given: within a repeat, of the same occurrence. */
export const answerKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `f${number}`

/** The key of the answers of all occurrences, as a list. */
export const listKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `a${number}`

/** The key of the answers of all occurrences with the missing ones as null, each at its place. */
export const placesKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `e${number}`

/** The keys of all that goes over the occurrences of a field. */
export const setKeysOf = (field: Pick<CompiledField, 'number'>): readonly string[] => [
  listKeyOf(field),
  placesKeyOf(field),
]

/** The key of the labels of a field's options by their value. */
export const labelsKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `l${number}`
