import { isJsonObject, type Json } from './envelope.ts'
import { takesFiles, toFieldType, type FieldType } from './field-types.ts'
import { filesAs, type FormFile } from './form-files.ts'
import { mediaAs, mediaKeys, type Media } from './form-media.ts'
import { flagOf, listOf, numberOf, utcTime } from './form-values.ts'
import { parseRepeat, type Repeat } from './form-repeat.ts'
import { languagesAs, textOf, wordsOf, type Words } from './form-words.ts'
import { fillsAs, parseLogic, type FieldLogic, type Rules } from './logic.ts'

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

/** The limits of a number and its step; `min` is below `max`. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  readonly step: number
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

/** A form as the list of forms has it (3.17). */
export interface FormHead {
  readonly id: string
  readonly title: string
  readonly description: string
  /** 'draft' means unpublished; every other value can be filled in. */
  readonly status: string
  readonly submissions: number
  readonly created_at: string
  readonly updated_at: string
}

/** A form with everything needed to fill it in. */
export interface FormDefinition extends FormHead {
  readonly sections: readonly Section[]
  /** The files that it needs on the device; absent when there are none. */
  readonly files?: readonly FormFile[]
}

const untitledForm = 'Untitled Form'

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
      .map(([key, value]) => [key, textOf(value)] as const)
      .filter(([, value]) => value !== ''),
  )
}

/**
 * Parses options from a list, a JSON text or a list of plain strings (decisions 2). Of several options with one
 * value the first is kept. With `withMore`, for fields with a choice filter, options keep their further properties,
 * and options with one value but different properties are all kept.
 */
export const parseOptions = (raw: unknown, withMore = false): readonly FieldOption[] => {
  const byKey = new Map<string, FieldOption>()
  for (const entry of listOf(raw)) {
    const value = isJsonObject(entry)
      ? textOf(entry['value'], entry['id'], entry['label'])
      : textOf(entry)
    const label = isJsonObject(entry)
      ? wordsOf(entry['label'], entry['name'], value)
      : wordsOf(value)
    if (value === '') continue
    const labels = isJsonObject(entry) ? languagesAs('labels', entry['labels'], entry['label']) : {}
    const more = withMore && isJsonObject(entry) ? moreOf(entry) : {}
    const rest = Object.keys(more).length > 0 ? { more } : {}
    const key = withMore ? JSON.stringify([value, more]) : value
    const media = isJsonObject(entry) ? mediaAs(entry) : {}
    if (!byKey.has(key)) byKey.set(key, { value, label, ...labels, ...media, ...rest })
  }
  return [...byKey.values()]
}

const parseField = (raw: unknown, index: number): Field | null => {
  if (!isJsonObject(raw)) return null
  const id = textOf(raw['id'], raw['form_field_id'])
  if (id === '') return null
  const type = toFieldType(textOf(raw['type'] ?? raw['field_type']))
  const name = wordsOf(raw['name'], raw['label'], id)
  const maxKb = numberOf(raw['max_kb'], 0)
  const logic = parseLogic(raw)
  return {
    id,
    name,
    label: wordsOf(raw['label'], raw['name'], id),
    ...languagesAs('labels', raw['labels'], raw['label']),
    type,
    placeholder: wordsOf(raw['placeholder']),
    ...languagesAs('placeholders', raw['placeholders'], raw['placeholder']),
    order: numberOf(raw['order'], index),
    help_text: wordsOf(raw['help_text'], raw['description']),
    ...languagesAs('help_texts', raw['help_texts'], raw['help_text']),
    ...guidanceAs(raw),
    ...rangeAs(raw['range']),
    ...(raw['is_numeric'] === true ? { is_numeric: true } : {}),
    ...mediaAs(raw),
    is_required: flagOf(raw['is_required'] ?? raw['required'], false),
    options: parseOptions(raw['options'], logic.choice_filter !== undefined),
    multiple: flagOf(raw['multiple'], takesFiles(type)),
    max_kb: maxKb > 0 ? maxKb : null,
    ...logic,
  }
}

const guidanceAs = (raw: Json): Pick<Field, 'guidance' | 'guidances'> => {
  const guidance = wordsOf(raw['guidance'])
  if (guidance === '') return {}
  return { guidance, ...languagesAs('guidances', raw['guidances'], raw['guidance']) }
}

const rangeAs = (raw: unknown): Pick<Field, 'range'> => {
  if (!isJsonObject(raw)) return {}
  const [min, max, step] = [
    numberOf(raw['min'], 0),
    numberOf(raw['max'], 10),
    numberOf(raw['step'], 1),
  ]
  return max > min && step > 0 ? { range: { min, max, step } } : {}
}

const byOrder = (a: { readonly order: number }, b: { readonly order: number }) => a.order - b.order

const parseFields = (raw: readonly unknown[], taken: Set<string>): readonly Field[] =>
  raw
    .map(parseField)
    .filter(field => field !== null)
    .filter(field => !taken.has(field.id) && taken.add(field.id))
    .sort(byOrder)

/** The fields of a section or a form, which are called questions by some servers. */
const fieldsIn = (raw: Json): readonly unknown[] => [
  ...listOf(raw['fields']),
  ...listOf(raw['questions']),
]

const repeatAs = (raw: unknown): Pick<Section, 'repeat'> => {
  const repeat = parseRepeat(raw)
  return repeat === undefined ? {} : { repeat }
}

/** The head of a form, or null when it has no id. */
export const parseFormHead = (raw: unknown): FormHead | null => {
  if (!isJsonObject(raw)) return null
  const id = textOf(raw['id'])
  if (id === '') return null
  const made = [raw['created_at'], raw['createdAt']]
  return {
    id,
    title: wordsOf(raw['title'], raw['name']) || untitledForm,
    description: wordsOf(raw['description']),
    status: textOf(raw['status']) || 'published',
    submissions: numberOf(raw['submissions'], 0),
    created_at: utcTime(textOf(...made)),
    updated_at: utcTime(textOf(raw['updated_at'], raw['updatedAt'], ...made)),
  }
}

/** Whether an object has a definition (sections or questions), and not only a head. */
export const hasDefinition = (raw: Json): boolean =>
  'sections' in raw || 'questions' in raw || 'fields' in raw

/**
 * Parses a whole form from `sections[]` with `fields[]` or `questions[]`, and from a flat `questions[]`. Omits a
 * field that cannot be read or repeats the id of an earlier one. null when the form has no id.
 */
export const parseForm = (raw: unknown): FormDefinition | null => {
  const head = parseFormHead(raw)
  if (head === null || !isJsonObject(raw)) return null
  const taken = new Set<string>()
  const sections = listOf(raw['sections'])
    .filter(isJsonObject)
    .map((section, index) => ({
      id: textOf(section['id']) || `section-${index + 1}`,
      name: wordsOf(section['name'], section['title']),
      ...languagesAs('names', section['names'], section['name']),
      order: numberOf(section['order'], index),
      ...fillsAs(section['fills']),
      ...repeatAs(section['repeat']),
      fields: parseFields(fieldsIn(section), taken),
    }))
    .sort(byOrder)
  const flat = parseFields(fieldsIn(raw), taken)
  const all =
    flat.length > 0
      ? [...sections, { id: 'questions', name: '', order: sections.length, fields: flat }]
      : sections
  return {
    ...head,
    sections: all.filter(section => section.fields.length > 0),
    ...filesAs(raw['files']),
  }
}
