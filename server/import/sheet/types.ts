import type { SourceType } from '../source.ts'

/** The parsed type column of a row. */
export type RowType =
  | { readonly kind: 'begin'; readonly what: 'group' | 'repeat' }
  | { readonly kind: 'end'; readonly what: 'group' | 'repeat' }
  | {
      readonly kind: 'field'
      readonly type: SourceType
      /** The name of its option list; null when it has none. */
      readonly list: string | null
      /** The source of that list: `choices`, `external_choices` or a file. */
      readonly from: 'choices' | 'external_choices' | 'file'
      readonly hasOther: boolean
    }
  | { readonly kind: 'unknown' }

const simple: Readonly<Record<string, SourceType>> = {
  text: 'text',
  string: 'text',
  'phone-number': 'text',
  percentage: 'integer',
  'number-of-days-in-last-month': 'integer',
  'number-of-days-in-last-six-months': 'integer',
  'number-of-days-in-last-year': 'integer',
  integer: 'integer',
  int: 'integer',
  decimal: 'decimal',
  range: 'range',
  date: 'date',
  datetime: 'dateTime',
  'date-time': 'dateTime',
  time: 'time',
  geopoint: 'geopoint',
  gps: 'geopoint',
  location: 'geopoint',
  geotrace: 'geotrace',
  geoshape: 'geoshape',
  barcode: 'barcode',
  image: 'image',
  photo: 'image',
  picture: 'image',
  audio: 'audio',
  video: 'video',
  file: 'file',
  note: 'note',
  calculate: 'calculate',
  'calculate-here': 'calculate',
  hidden: 'calculate',
  acknowledge: 'acknowledge',
  trigger: 'acknowledge',
  today: 'today',
  'get-today': 'today',
}

const metadata: ReadonlySet<string> = new Set([
  'start',
  'end',
  'deviceid',
  'imei',
  'subscriberid',
  'simserial',
  'phonenumber',
  'username',
  'email',
  'uuid',
  'start-time',
  'end-time',
  'device-id',
  'subscriber-id',
  'sim-id',
  'get-start-time',
  'get-end-time',
  'get-device-id',
  'get-subscriber-id',
  'get-sim-id',
  'get-phone-number',
  'audit',
  'start-geopoint',
  'background-audio',
  'background-geopoint',
  'xml-external',
  'csv-external',
  'osm',
  // Of SurveyCTO.
  'caseid',
  'comments',
  'enumerator',
  'text-audit',
  'audio-audit',
  'speed-violations-count',
  'speed-violations-list',
  'speed-violations-audit',
  'sensor-statistic',
  'sensor-stream',
])

/** The constraint that a type stands for, and the hint where the row has none (pyxform, question_type_dictionary.py). */
export interface TypeMeaning {
  readonly constraint: string
  readonly hint: string
}

const numbersTo = (most: number): TypeMeaning => ({
  constraint: `. >= 0 and . <= ${most}`,
  hint: most === 100 ? '' : `Enter a number 0-${most}.`,
})

const meanings: Readonly<Record<string, TypeMeaning>> = {
  'phone-number': { constraint: String.raw`regex(., '^\d*$')`, hint: 'Enter numbers only.' },
  percentage: numbersTo(100),
  'number-of-days-in-last-month': numbersTo(31),
  'number-of-days-in-last-six-months': numbersTo(183),
  'number-of-days-in-last-year': numbersTo(365),
}

/** A type as `simple` has it; older forms write `add text prompt` or `q text`. */
const typeName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/^add-(.+)-prompt$|^q-(.+)$/, '$1$2')

/** What a type column says about its answers; null for a type that takes any. */
export const meaningOf = (text: string): TypeMeaning | null => meanings[typeName(text)] ?? null

/** Whether a type is metadata that the device fills in, such as `uri:deviceid`. */
const isMetadata = (name: string): boolean => metadata.has(name) || name.startsWith('uri:')

const selects: Readonly<Record<string, SourceType>> = {
  select_one: 'select_one',
  select1: 'select_one',
  select_multiple: 'select_multiple',
  rank: 'rank',
}

const selectType = (words: readonly string[]): RowType => {
  const [first = '', list = null, ...rest] = words
  const name = first.replace(/_from_file$|_external$/, '')
  const type = selects[name.toLowerCase()]
  const other = rest.join('_').toLowerCase()
  const isKnown = ['', 'or_other', 'or_specify_other'].includes(other)
  if (type === undefined || list === null || !isKnown) return { kind: 'unknown' }
  const from = first.endsWith('_from_file')
    ? 'file'
    : first.endsWith('_external')
      ? 'external_choices'
      : 'choices'
  return { kind: 'field', type, list, from, hasOther: other !== '' }
}

/** Parses a type column: `select_one yes_no or_other`, `begin repeat`, `integer`. */
export const rowTypeOf = (text: string): RowType => {
  const tidy = text
    .trim()
    .replace(
      /^(?:add[ _])?select[ _](one|multiple|all[ _]that[ _]apply)(?:[ _]prompt)?([ _](?:from|using)[ _](?!file))?/i,
      (_whole, how: string, from = '') =>
        `select_${/^one$/i.test(how) ? 'one' : 'multiple'}${from === '' ? '' : ' '}`,
    )
    .replace(/^(select_(?:one|multiple))[ _]from[ _]file/i, '$1_from_file')
  const words = tidy.split(/\s+/)
  const frame = /^(begin|end)[ _](group|repeat|lgroup|looped[ _]group)$/i.exec(tidy)
  if (frame !== null) {
    const what = frame[2]?.toLowerCase() === 'group' ? 'group' : 'repeat'
    return { kind: frame[1]?.toLowerCase() === 'begin' ? 'begin' : 'end', what }
  }
  const name = typeName(tidy)
  const type = isMetadata(name) || words[0]?.toLowerCase() === 'osm' ? 'metadata' : simple[name]
  if (type !== undefined)
    return { kind: 'field', type, list: null, from: 'choices', hasOther: false }
  return selectType(words)
}
