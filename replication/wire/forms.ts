import * as v from 'valibot'
import { FormHead } from './answers.ts'
import { isJsonObject, type Json } from './envelope.ts'
import { takesFiles, toFieldType, type FieldType } from './field-types.ts'
import { FormFiles, type FormFile } from './form/files.ts'
import { mediaAs, mediaKeys, type Media } from './form/media.ts'
import { Repeat } from './form/repeat.ts'
import { flag, jsonObject, list, maybe, number, parseWith, readable, text } from './form/values.ts'
import { cutWords, languagesAs, said, type Words } from './form/words.ts'
import { fillsAs, parseLogic, type FieldLogic, type Rules } from './logic.ts'

/**
 * Forms, read tolerantly (decisions 2): schemas read what the spec has, in all its spellings, and functions what a form
 * may have beyond it. WARNING: what is read is hashed (form/version.ts). If it changes, so do the versions of all forms.
 */

/** An option of a field: the value is stored, the label is shown. */
export interface FieldOption extends Media {
  readonly value: string
  readonly label: string
  readonly labels?: Words
  /** Its further properties, for choice filters; absent when there are none. */
  readonly more?: Readonly<Record<string, string>>
}

/** One field of a form (3.19), with its optional logic. */
export interface Field extends FieldLogic, Media {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly labels?: Words
  readonly type: FieldType
  readonly placeholder: string
  readonly placeholders?: Words
  readonly order: number
  readonly help_text: string
  readonly help_texts?: Words
  /** Longer help, shown on demand; absent when there is none. */
  readonly guidance?: string
  readonly guidances?: Words
  readonly is_required: boolean
  readonly options: readonly FieldOption[]
  readonly multiple: boolean
  /** The limits of a RANGE or RATING, with the step; absent for 0 to 10, or 1 to 5. */
  readonly range?: NumberRange
  /** Whether a TEXT is typed on a numeric keyboard; absent when not. */
  readonly is_numeric?: boolean
  /** The size to compress an image to, in kB; null means the app's default. */
  readonly max_kb: number | null
}

/** A named group of fields. */
export interface Section {
  readonly id: string
  readonly name: string
  readonly names?: Words
  readonly order: number
  /** The fills of its name, by key; absent where the answers alone fill it. */
  readonly fills?: Rules
  /** Absent in a section that is asked once, as in the spec. */
  readonly repeat?: Repeat
  readonly fields: readonly Field[]
}

/**
 * What a stored field has beyond the spec: its rules and its texts in further languages. It includes those of its
 * section, because the versions of a form are stored field by field.
 */
export interface FieldMore
  extends
    FieldLogic,
    Media,
    Pick<
      Field,
      'labels' | 'placeholders' | 'help_texts' | 'guidance' | 'guidances' | 'range' | 'is_numeric'
    > {
  readonly section_names?: Words
  readonly section_fills?: Rules
  readonly section_repeat?: Repeat
}

/** A form with everything needed to fill it in. */
export interface FormDefinition extends FormHead {
  readonly sections: readonly Section[]
  /** The files that it needs on the device; absent when there are none. */
  readonly files?: readonly FormFile[]
}

const ownOptionKeys: ReadonlySet<string> = new Set([
  'value',
  'id',
  'label',
  'labels',
  'name',
  'more',
  ...mediaKeys,
])

/** The further properties of an option, as texts: its own other properties, and those under `more`. */
const moreOf = (option: Json): Readonly<Record<string, string>> => {
  const columns = Object.entries(option).filter(([key]) => !ownOptionKeys.has(key))
  const gathered = isJsonObject(option['more']) ? Object.entries(option['more']) : []
  return Object.fromEntries(
    [...columns, ...gathered]
      .map(([key, value]) => [key, v.parse(text, value)] as const)
      .filter(([, value]) => value !== ''),
  )
}

const Option = v.pipe(
  v.looseObject({ value: text, id: text, label: said, name: said }),
  v.transform((raw): FieldOption => {
    const value = raw.value || raw.id || raw.label.text
    return {
      value,
      label: raw.label.words || raw.name.words || cutWords(value),
      ...languagesAs('labels', raw['labels'], raw.label),
      ...mediaAs(raw),
    }
  }),
  v.check(({ value }) => value !== ''),
)

/** What of a field reads the further properties of its options. */
type OptionReaders = Pick<FieldLogic, 'choice_filter' | 'appearance'> & {
  readonly type?: FieldType
}

/**
 * Parses options from a list, a JSON text or a list of plain strings (decisions 2). Of several options with one
 * value the first is kept. For fields whose rules or map read them, options keep their further properties; those of a
 * choice filter may distinguish options with one value, which are then all kept.
 */
export const parseOptions = (
  raw: unknown,
  { choice_filter, appearance, type }: OptionReaders = {},
): readonly FieldOption[] => {
  const isFiltered = choice_filter !== undefined
  const isOnMap = appearance?.includes('map') === true || type?.startsWith('GEO') === true
  const withMore = isFiltered || isOnMap
  const byKey = new Map<string, FieldOption>()
  for (const entry of v.parse(list, raw)) {
    const record = isJsonObject(entry) ? entry : { value: entry }
    const option = v.safeParse(Option, record)
    if (!option.success) continue
    const more = withMore ? moreOf(record) : {}
    const rest = Object.keys(more).length > 0 ? { more } : {}
    const key = isFiltered ? JSON.stringify([option.output.value, more]) : option.output.value
    if (!byKey.has(key)) byKey.set(key, { ...option.output, ...rest })
  }
  return [...byKey.values()]
}

/** The limits of a number and its step; `min` is below `max`. */
const NumberRange = v.pipe(
  jsonObject,
  v.object({
    min: v.fallback(number, 0),
    max: v.fallback(number, 10),
    step: v.fallback(number, 1),
  }),
  v.check(({ min, max, step }) => max > min && step > 0),
)
export type NumberRange = v.InferOutput<typeof NumberRange>

/** Records with their places in their list, by which they are ordered where they do not say it themselves. */
const placed = (records: unknown[]): unknown[] =>
  records.map((record, place) => (isJsonObject(record) ? { ...record, place } : record))

/** What a field is read from, in every spelling of the spec. Anything but its id may be absent. */
const Field = v.pipe(
  jsonObject,
  v.looseObject({
    place: v.number(),
    id: text,
    form_field_id: text,
    name: said,
    label: said,
    type: v.nullish(text),
    field_type: text,
    placeholder: said,
    order: maybe(number),
    help_text: said,
    description: said,
    guidance: said,
    range: maybe(NumberRange),
    is_required: v.nullish(v.fallback(flag, false)),
    required: v.fallback(flag, false),
    multiple: maybe(flag),
    max_kb: v.fallback(v.nullable(number), null),
  }),
  v.transform(({ name, label, placeholder, help_text, guidance, range, max_kb, ...raw }): Field => {
    const fieldId = raw.id || raw.form_field_id
    const type = toFieldType(raw.type ?? raw.field_type)
    const logic = parseLogic(raw)
    return {
      id: fieldId,
      name: name.words || label.words || cutWords(fieldId),
      label: label.words || name.words || cutWords(fieldId),
      ...languagesAs('labels', raw['labels'], label),
      type,
      placeholder: placeholder.words,
      ...languagesAs('placeholders', raw['placeholders'], placeholder),
      order: raw.order ?? raw.place,
      help_text: help_text.words || raw.description.words,
      ...languagesAs('help_texts', raw['help_texts'], help_text),
      ...(guidance.words === ''
        ? {}
        : {
            guidance: guidance.words,
            ...languagesAs('guidances', raw['guidances'], guidance),
          }),
      ...(range === undefined ? {} : { range }),
      ...(raw['is_numeric'] === true ? { is_numeric: true } : {}),
      ...mediaAs(raw),
      is_required: raw.is_required ?? raw.required,
      options: parseOptions(raw['options'], { ...logic, type }),
      multiple: raw.multiple ?? takesFiles(type),
      max_kb: max_kb !== null && max_kb > 0 ? max_kb : null,
      ...logic,
    }
  }),
  v.check(field => field.id !== ''),
)

const Fields = v.pipe(v.array(v.unknown()), v.transform(placed), readable(Field))

/** The fields of a section or a form, which are called questions by some servers. */
const fieldLists = { fields: list, questions: list }

const Section = v.pipe(
  v.looseObject({
    place: v.number(),
    id: text,
    name: said,
    title: said,
    order: maybe(number),
    repeat: maybe(Repeat),
    ...fieldLists,
  }),
  v.transform(
    ({ place, id: ownId, name, title, order, repeat, fields, questions, ...raw }): Section => ({
      id: ownId || `section-${place + 1}`,
      name: name.words || title.words,
      ...languagesAs('names', raw['names'], name),
      order: order ?? place,
      ...fillsAs(raw['fills']),
      ...(repeat === undefined ? {} : { repeat }),
      fields: v.parse(Fields, [...fields, ...questions]),
    }),
  ),
)

const byOrder = (a: { readonly order: number }, b: { readonly order: number }) => a.order - b.order

/** The sections of a form, with its flat questions as the last one. A field that repeats an earlier id is omitted. */
const FormContent = v.pipe(
  v.object({
    sections: v.pipe(
      list,
      v.transform(sections => placed(sections.filter(isJsonObject))),
      v.array(Section),
    ),
    ...fieldLists,
    files: FormFiles,
  }),
  v.transform(({ sections, fields, questions, files }) => {
    const taken = new Set<string>()
    const inOrder = (found: readonly Field[]): readonly Field[] =>
      found.filter(field => !taken.has(field.id) && taken.add(field.id)).sort(byOrder)
    const named = sections
      .map(section => ({ ...section, fields: inOrder(section.fields) }))
      .sort(byOrder)
    const flat = inOrder(v.parse(Fields, [...fields, ...questions]))
    return {
      sections: [...named, { id: 'questions', name: '', order: named.length, fields: flat }].filter(
        section => section.fields.length > 0,
      ),
      ...(files.length === 0 ? {} : { files }),
    }
  }),
)

/** The head of a form, or null when it has no id. */
export const parseFormHead = parseWith(FormHead)

/** Whether an object has a definition (sections or questions), and not only a head. */
export const hasDefinition = (raw: Json): boolean =>
  'sections' in raw || 'questions' in raw || 'fields' in raw

/**
 * Parses a whole form from `sections[]` with `fields[]` or `questions[]`, and from a flat `questions[]`. Omits a
 * field that cannot be read or repeats the id of an earlier one. null when the form has no id.
 */
export const parseForm: (raw: unknown) => FormDefinition | null = parseWith(
  v.intersect([FormHead, FormContent]),
)
