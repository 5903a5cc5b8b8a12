import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { parseRepeat, tieFieldId } from '../../../replication/wire/form/repeat.ts'
import { takesSeveral, toFieldType, type FieldType } from '../../../replication/wire/field-types.ts'
import {
  parseOptions,
  type Field,
  type FieldMore,
  type FieldOption,
  type Section,
} from '../../../replication/wire/forms.ts'
import { mediaAs } from '../../../replication/wire/form/media.ts'
import { parseLogic, type FieldLogic } from '../../../replication/wire/logic.ts'
import { compileLogic } from '../logic/compile-logic.ts'
import type {
  CompiledField,
  CompiledForm,
  FieldWords,
  FormLists,
  FormTemplate,
  Nesting,
  TemplateSection,
} from './compiled-form.ts'
import { parseMore } from './field-more.ts'
import { languagesOf } from './form-languages.ts'
import { shapeForm } from './form-shape.ts'
import { dateRange } from '../types/dates.ts'
import { typeOf } from '../types/types.ts'

/**
 * The option of a single box. WARNING: its value is stored and the same in every language; the screen translates the
 * label.
 */
const lone: FieldOption = { value: 'Yes', label: '' }

/**
 * The type and options of a question. A choice without options could not be answered, so it becomes a text, or a box
 * for Yes.
 */
const kindOf = (
  question: Pick<Asked, 'type' | 'options'>,
  logic: FieldLogic,
): { readonly type: FieldType; readonly options: readonly FieldOption[] } => {
  const type = toFieldType(question.type)
  const options = parseOptions(question.options, { ...logic, type })
  if (options.length > 0 || logic.options_from !== undefined) return { type, options }
  switch (typeOf(type).withoutOptions) {
    case 'itself':
      return { type, options }
    case 'text':
      return { type: 'TEXT', options }
    case 'yes':
      return { type, options: [lone] }
  }
}

const wordsOf = ({ labels, placeholders, help_texts, guidances }: FieldMore): FieldWords | null => {
  const words = {
    ...(labels === undefined ? {} : { labels }),
    ...(placeholders === undefined ? {} : { placeholders }),
    ...(help_texts === undefined ? {} : { help_texts }),
    ...(guidances === undefined ? {} : { guidances }),
  }
  return Object.keys(words).length === 0 ? null : words
}

/** What a form says of one field, wherever it is read from. */
type Asked = Pick<Field, 'id' | 'name' | 'label' | 'placeholder' | 'help_text' | 'is_required'> & {
  readonly type: string
  readonly options: unknown
  readonly multiple: boolean
  readonly max_kb: number | null
}

/** Field by field, because the properties of RxDB's documents cannot be spread. */
const askedIn = (question: FormQuestionDoc): Asked => ({
  id: question.field_id,
  name: question.name,
  label: question.label,
  placeholder: question.placeholder,
  help_text: question.help_text,
  is_required: question.is_required,
  type: question.type,
  options: question.options,
  multiple: question.multiple,
  max_kb: question.max_kb,
})

const compileField = (
  asked: Asked,
  more: FieldMore,
  repeatId: string | null,
  index: number,
): CompiledField => {
  const { appearance = [], parameters = {}, ...logic } = parseLogic({ ...more })
  const { type, options } = kindOf(asked, { ...logic, appearance })
  return {
    id: asked.id,
    fieldId: asked.id,
    occurrence: 0,
    repeatId,
    outer: null,
    within: null,
    index,
    number: index + 1,
    type,
    name: asked.name,
    label: asked.label || asked.name || asked.id,
    placeholder: asked.placeholder,
    help: asked.help_text.trim(),
    guidance: more.guidance ?? '',
    range: more.range ?? typeOf(type).range,
    isNumeric: more.is_numeric === true,
    appearance,
    parameters,
    media: mediaAs({ ...more }),
    isRequired: asked.is_required,
    options,
    multiple: takesSeveral(type, asked.multiple),
    maxKb: asked.max_kb ?? 0,
    logic: Object.keys(logic).length === 0 ? null : logic,
    words: wordsOf(more),
  }
}

/** The fields of a version in their order; of fields with the same id only the first counts. */
const orderedQuestions = (questions: readonly FormQuestionDoc[]): readonly FormQuestionDoc[] => {
  const byId = new Map<string, FormQuestionDoc>()
  for (const question of [...questions].sort((a, b) => a.order - b.order)) {
    if (!byId.has(question.field_id)) byId.set(question.field_id, question)
  }
  return [...byId.values()]
}

/** Groups the fields of each section, even if their stored order mixes sections. */
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

const compileSection = (
  id: string,
  members: readonly FormQuestionDoc[],
  start: number,
): TemplateSection => {
  const [first] = members
  const more = parseMore(first?.logic)
  const { section_names: names, section_fills: fills, section_repeat } = more
  return {
    id,
    name: first?.section_name.trim() ?? '',
    ...(names === undefined ? {} : { names }),
    ...(fills === undefined ? {} : { fills }),
    repeat: parseRepeat(section_repeat) ?? null,
    nesting: null,
    fields: members.map((member, n) => {
      const own = parseMore(member.logic)
      const repeatId = own.section_repeat === undefined ? null : member.section_id
      return compileField(askedIn(member), own, repeatId, start + n)
    }),
  }
}

/** Compiles a section as a server has it. */
const compileServedSection = (section: Section, start: number): TemplateSection => {
  const { id, name, names, fills, repeat = null, fields } = section
  return {
    id,
    name: name.trim(),
    ...(names === undefined ? {} : { names }),
    ...(fills === undefined ? {} : { fills }),
    repeat,
    nesting: null,
    fields: fields.map((field, n) =>
      compileField(field, field, repeat === null ? null : id, start + n),
    ),
  }
}

/** How a section is within another; null where it is not, and where a field that must tie them is missing. */
const nestingOf = (
  { id, repeat, fields }: TemplateSection,
  sections: readonly TemplateSection[],
): Nesting | null => {
  const { within = '', before } = repeat ?? {}
  const outer = sections.find(section => section.id === within)
  // Of three levels, the third is asked like a repeat of its own.
  if (outer === undefined || outer.repeat === null || outer.repeat.within !== undefined) return null
  const keyId = tieFieldId(within, 'key')
  const linkId = tieFieldId(id, 'within')
  const isTied = (all: readonly CompiledField[], tie: string) =>
    all.some(({ fieldId }) => fieldId === tie)
  if (!isTied(outer.fields, keyId) || !isTied(fields, linkId)) return null
  const at = outer.fields.findIndex(({ fieldId }) => fieldId === before)
  return { outerId: within, keyId, linkId, at: at < 0 ? outer.fields.length : at }
}

const noLists: FormLists = new Map()

/** Compiles sections one after the other, each from the number of its first field. */
const inOrder = <Source extends { readonly fields: readonly unknown[] }>(
  sources: readonly Source[],
  compileOne: (source: Source, start: number) => TemplateSection,
): readonly TemplateSection[] => {
  let count = 0
  return sources.map(source => {
    const start = count
    count += source.fields.length
    return compileOne(source, start)
  })
}

const toTemplate = (
  form: Pick<FormTemplate, 'id' | 'title' | 'definitionHash'>,
  read: readonly TemplateSection[],
  nowMs: number,
  lists: FormLists,
): FormTemplate => {
  const sections = read.map(section => ({ ...section, nesting: nestingOf(section, read) }))
  return {
    ...form,
    sections,
    fields: sections.flatMap(section => section.fields),
    dates: dateRange(nowMs),
    logic: compileLogic(sections, lists),
    languages: languagesOf(sections),
    lists,
  }
}

/** Compiles a stored definition for filling in; pure. A list that is missing in `lists` counts as unknown. */
export const compileForm = (
  form: { readonly id: string; readonly title: string; readonly definition_hash: string },
  questions: readonly FormQuestionDoc[],
  nowMs: number,
  lists = noLists,
): CompiledForm => {
  const { id, title, definition_hash: definitionHash } = form
  const stored = [...questionsBySection(questions)].map(([key, fields]) => ({ key, fields }))
  const sections = inOrder(stored, ({ key, fields }, start) => compileSection(key, fields, start))
  return shapeForm(toTemplate({ id, title, definitionHash }, sections, nowMs, lists), new Map(), '')
}

/** Compiles the sections of a version as a server has them, to read its submissions. */
export const compileServed = (sections: readonly Section[], lists: FormLists): FormTemplate =>
  toTemplate(
    { id: '', title: '', definitionHash: '' },
    inOrder(sections, compileServedSection),
    0,
    lists,
  )
