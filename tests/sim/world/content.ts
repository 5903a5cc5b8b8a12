import { createHash } from 'node:crypto'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { createRandom, type Random } from '../random.ts'
import { caseBlock, hiddenCaseFields } from './cases.ts'
import { ageField, memberSection, nameField } from './members.ts'

/** The contents of interviews: answers of every field type, a place, and files with unique bytes. */

/** The field that identifies an interview. */
export const markerField = 'marker'
/** A text field that every phone edits. */
export const noteField = 'note'

/** The interview that the second surveyor made before the history starts. */
export const othersMarker = 'somebody else'

/** Whether a row existed before the history starts. */
export const isEarlier = (account: string, marker: string): boolean =>
  marker.startsWith('past ') || (marker === othersMarker && account === 'ravi')

/** A field of the simulation's form. */
export interface SimField {
  readonly id: string
  readonly type: string
  readonly options: readonly string[]
}

const field = (id: string, type: string, options: readonly string[] = []): SimField => ({
  id,
  type,
  options,
})

/** The form: the marker, texts that only one phone edits, and one field of each type. */
const simFields: readonly SimField[] = [
  field(markerField, 'TEXT'),
  field('own-A', 'TEXT'),
  field('own-B', 'TEXT'),
  field(noteField, 'TEXTAREA'),
  field('text', 'TEXT'),
  field('long', 'TEXTAREA'),
  field('number', 'NUMBER'),
  field('mail', 'EMAIL'),
  field('secret', 'PASSWORD'),
  field('call', 'TEL'),
  field('day', 'DATE'),
  field('one', 'RADIO', ['yes', 'no', '1']),
  field('choice', 'SELECT', ['well', 'spring', '[tap]']),
  field('several', 'CHECKBOX', ['goats', 'cows', 'a, b', '"quoted"']),
  field('photo', 'IMAGE'),
  field('paper', 'FILE'),
]

const memberFields = [field(nameField, 'TEXT'), field(ageField, 'TEXT')]

/** A field in the servers' answers. */
const fieldRow = ({ id, type, options }: SimField, order: number) => ({
  id,
  name: id,
  label: id,
  type,
  placeholder: '',
  order,
  help_text: '',
  is_required: false,
  options: options.map(value => ({ value, label: value })),
  multiple: type === 'IMAGE' || type === 'FILE',
  max_kb: null,
})

/** What a form has in addition: the members of a household, or cases. */
export type Extra = 'none' | 'members' | 'cases'

/** The definition in the servers' answers. */
export const sectionsOf = (extra: Extra) => [
  {
    id: 'all',
    name: 'All',
    order: 0,
    fields: [...simFields.map(fieldRow), ...(extra === 'cases' ? caseFields() : [])],
  },
  ...(extra === 'members'
    ? [{ ...memberSection, order: 1, fields: memberFields.map(fieldRow) }]
    : []),
]

const caseFields = () => {
  const { fieldId, ...of } = caseBlock
  return ['own-C', ...hiddenCaseFields].map((id, at) => ({
    ...fieldRow(field(id, 'TEXT'), simFields.length + at),
    ...(id === fieldId ? { case: of } : {}),
  }))
}

const typeOf = new Map(simFields.map(({ id, type }) => [id, type]))

/** The type of a field; TEXT for an unknown field. */
export const fieldType = (id: string): string => typeOf.get(id) ?? 'TEXT'

/** Whether a field takes files. */
export const isFileField = (id: string): boolean => ['IMAGE', 'FILE'].includes(fieldType(id))

/** Texts that careless code could mistake for something else. */
export const trickyTexts: readonly string[] = [
  '[12]',
  '[1,2]',
  '["a","b"]',
  '  padded  ',
  'line one\nline two',
  '007',
  '0',
  'true',
  'null',
  '{"a":1}',
  'https://example.org/door.jpg',
  'नमस्ते 🌧️',
  `it's <b>bold</b> & 100%`,
  '-',
]

/** A random answer of the field's type. */
export const anyAnswer = (id: string, random: Random): Answer => {
  const { type, options } = simFields.find(known => known.id === id) ?? field(id, 'TEXT')
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
  switch (type) {
    case 'NUMBER':
      return random.pick(['0', '12', '12.50', '-3', '1000000', `${random.below(1000)}.25`])
    case 'EMAIL':
      return `w${digits(3)}@village.example`
    case 'TEL':
      return random.pick([`+91 98250 ${digits(5)}`, `0${digits(9)}`])
    case 'DATE':
      return `2026-${random.pick(['01', '06', '12'])}-${10 + random.below(18)}`
    case 'RADIO':
    case 'SELECT':
      return random.pick(options)
    case 'CHECKBOX':
      return options.filter((option, at) => at === 0 || random.chance(0.5 + option.length / 1000))
    default:
      return random.chance(0.6) ? random.pick(trickyTexts) : `words ${digits(6)}`
  }
}

/** The fields with random answers: all except those that identify an interview or belong to one phone. */
export const freeFields: readonly string[] = simFields
  .map(({ id }) => id)
  .filter(
    id => id !== markerField && id !== noteField && !id.startsWith('own-') && !isFileField(id),
  )

/** Where an interview was made; null where the device could not determine it. */
export interface SimPlace {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
}

/** A photo or paper, as it was picked. */
export interface SimFile {
  /** The id of its document on the phone. */
  readonly id: string
  readonly field: string
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sha256: string
}

/** The hash that identifies bytes. */
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** The contents of an interview apart from its marker and note; the same for the same marker. */
export interface SimContent {
  readonly answers: Readonly<Record<string, Answer>>
  readonly place: SimPlace
}

/** A random source derived from a text, independent of all others. */
export const randomOf = (text: string): Random =>
  createRandom(Number.parseInt(hashOf(new TextEncoder().encode(text)).slice(0, 8), 16))

/** The answers and the place of an interview with this marker. */
export const contentOf = (marker: string): SimContent => {
  const random = randomOf(`content of ${marker}`)
  const asked = freeFields.filter(() => random.chance(0.5))
  const isPlaced = random.chance(0.85)
  const degrees = (from: number, range: number) =>
    Number((from + random.next() * range).toFixed(random.pick([7, 9, 13])))
  return {
    answers: Object.fromEntries(asked.map(id => [id, anyAnswer(id, random)])),
    place: isPlaced
      ? { latitude: degrees(8, 20), longitude: degrees(70, 15), accuracy: 8 }
      : { latitude: null, longitude: null, accuracy: null },
  }
}

/** Cameras give all photos the same name. Two with one name still have different bytes. */
const names = ['image.jpg', 'photo 1.jpg', 'लेख.pdf']

/** A random file. No two files have the same bytes, and its halves differ. */
export const anyFile = (title: string, id: string, fieldId: string): SimFile => {
  const random = randomOf(`file ${title}`)
  const bytes = Uint8Array.from({ length: 40 + random.below(400) }, () => random.below(256))
  bytes.set(new TextEncoder().encode(title.slice(0, 40)))
  const name = random.chance(0.4) ? random.pick(names) : `${title}.jpg`.replaceAll('/', '-')
  return { id, field: fieldId, name, bytes, sha256: hashOf(bytes) }
}
