import type { FormQuestionDoc } from '../../../collections/form-questions.ts'
import {
  fieldTypes,
  parseOptions,
  type FieldOption,
  type FieldType,
} from '../../../replication/wire/forms.ts'
import type { FieldLogic } from '../../../replication/wire/logic.ts'
import { dateYearsAhead, dateYearsBack } from '../../limits.ts'
import { inputs } from '../../messages/fill.ts'
import { compileLogic, type FormLogic } from './compile-logic.ts'

/** One field, ready to be shown and checked. */
export interface CompiledField {
  readonly id: string
  /** The place within the whole form, from 0; the number on screen is one more. */
  readonly index: number
  readonly type: FieldType
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly help: string
  readonly isRequired: boolean
  readonly options: readonly FieldOption[]
  /** Takes several values: its answer is a list, or it takes several files. */
  readonly multiple: boolean
  /** What an image is compressed to, in kB; 0 means the app's default. */
  readonly maxKb: number
  /** Its optional rules; null for a field as the spec has it. */
  readonly logic: FieldLogic | null
}

/** What the surveyor sees under one heading. */
export interface CompiledSection {
  readonly id: string
  /** '' when the form gives none. */
  readonly name: string
  readonly fields: readonly CompiledField[]
}

/** A piece of a section that is mounted at once; large sections have several. */
export interface CompiledPart {
  readonly key: string
  readonly section: CompiledSection
  /** Which part of its section, from 0: the first carries the heading. */
  readonly place: number
  readonly fields: readonly CompiledField[]
}

/** The first and the last day a DATE may name, `YYYY-MM-DD`. */
export interface DateRange {
  readonly min: string
  readonly max: string
}

/** A form's definition in the shape the fill screen works with; made once, never changed. */
export interface CompiledForm {
  readonly id: string
  readonly title: string
  readonly definitionHash: string
  readonly sections: readonly CompiledSection[]
  readonly parts: readonly CompiledPart[]
  readonly fields: readonly CompiledField[]
  readonly fieldById: ReadonlyMap<string, CompiledField>
  readonly dates: DateRange
  /** null for a form without any rule. */
  readonly logic: FormLogic | null
}

/** More fields than this in one part, or in one value form, would make each keystroke dear. */
export const partFields = 20

const choices: ReadonlySet<FieldType> = new Set(['RADIO', 'SELECT'])

/** A choice without options could never be answered: it is shown as text, a box as a plain Yes. */
const kindOf = (
  question: FormQuestionDoc,
  logic: FieldLogic | null,
): { readonly type: FieldType; readonly options: readonly FieldOption[] } => {
  const type = fieldTypes.find(known => known === question.type.toUpperCase()) ?? 'TEXT'
  const options = parseOptions(question.options, logic?.choice_filter !== undefined)
  if (choices.has(type) && options.length === 0) return { type: 'TEXT', options }
  if (type === 'CHECKBOX' && options.length === 0) {
    return { type, options: [{ value: inputs.yes, label: inputs.yes }] }
  }
  return { type, options }
}

const takesSeveral = (type: FieldType, multiple: boolean): boolean =>
  type === 'CHECKBOX' || ((type === 'SELECT' || type === 'FILE' || type === 'IMAGE') && multiple)

/** The stored rules of a field; what cannot be read is none. */
const logicOf = ({ logic = '' }: FormQuestionDoc): FieldLogic | null => {
  if (logic === '') return null
  try {
    return JSON.parse(logic) as FieldLogic
  } catch {
    return null
  }
}

const compileField = (question: FormQuestionDoc, index: number): CompiledField => {
  const logic = logicOf(question)
  const { type, options } = kindOf(question, logic)
  return {
    id: question.field_id,
    index,
    type,
    name: question.name,
    label: question.label || question.name || question.field_id,
    placeholder: question.placeholder,
    help: question.help_text.trim(),
    isRequired: question.is_required,
    options,
    multiple: takesSeveral(type, question.multiple),
    maxKb: question.max_kb,
    logic,
  }
}

/** The days that a DATE may name this year (5.16, 9.19). */
export const dateRange = (nowMs: number): DateRange => {
  const year = new Date(nowMs).getFullYear()
  const pad = (value: number) => String(value).padStart(4, '0')
  return { min: `${pad(year - dateYearsBack)}-01-01`, max: `${pad(year + dateYearsAhead)}-12-31` }
}

/** The day that it is on the device, `YYYY-MM-DD`. */
export const localDay = (nowMs: number): string => {
  const date = new Date(nowMs)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Cuts a list into pieces of nearly equal length, none longer than `most`. */
const cut = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] => {
  const count = Math.ceil(items.length / most)
  const length = Math.ceil(items.length / count)
  return Array.from({ length: count }, (_, n) => items.slice(n * length, (n + 1) * length))
}

/** The fields of a version in their order; a field whose id came before is left out. */
const orderedQuestions = (questions: readonly FormQuestionDoc[]): readonly FormQuestionDoc[] => {
  const byId = new Map<string, FormQuestionDoc>()
  for (const question of [...questions].sort((a, b) => a.order - b.order)) {
    if (!byId.has(question.field_id)) byId.set(question.field_id, question)
  }
  return [...byId.values()]
}

/** Fields of one section stand together, even if their stored order were to say otherwise. */
const questionsBySection = (
  questions: readonly FormQuestionDoc[],
): ReadonlyMap<string, readonly FormQuestionDoc[]> => {
  const bySection = new Map<string, FormQuestionDoc[]>()
  for (const question of orderedQuestions(questions)) {
    const members = bySection.get(question.section_id) ?? []
    members.push(question)
    bySection.set(question.section_id, members)
  }
  return bySection
}

/** Makes a stored definition ready to be filled in; pure. */
export const compileForm = (
  form: { readonly id: string; readonly title: string; readonly definition_hash: string },
  questions: readonly FormQuestionDoc[],
  nowMs: number,
): CompiledForm => {
  const fields: CompiledField[] = []
  const sections = [...questionsBySection(questions)].map(([id, members]): CompiledSection => {
    const compiled = members.map((member, n) => compileField(member, fields.length + n))
    fields.push(...compiled)
    return { id, name: members[0]?.section_name.trim() ?? '', fields: compiled }
  })
  return {
    id: form.id,
    title: form.title,
    definitionHash: form.definition_hash,
    sections,
    parts: sections.flatMap((section, n) =>
      cut(section.fields, partFields).map((part, place) => ({
        key: `${n}.${place}`,
        section,
        place,
        fields: part,
      })),
    ),
    fields,
    fieldById: new Map(fields.map(field => [field.id, field])),
    dates: dateRange(nowMs),
    logic: compileLogic(fields),
  }
}

/** The part that holds the field with an index. */
export const partOf = (form: CompiledForm, index: number): CompiledPart | undefined =>
  form.parts.find(({ fields }) => {
    const first = fields[0]?.index ?? 0
    return first <= index && index < first + fields.length
  })
