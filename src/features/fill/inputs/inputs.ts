import type { ComponentType } from 'react'
import type { FieldType } from '../../../../replication/wire/field-types.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { AcknowledgeInput } from './acknowledge-input.tsx'
import { CheckboxInput, RadioInput, SelectInput } from './choice-input.tsx'
import { DateInput, MomentInput, TimeInput } from './date-input.tsx'
import type { InputProps } from './input-props.ts'
import { EmailInput, NumberInput, TextInput } from './line-input.tsx'
import { NoteView } from '../texts/note-view.tsx'
import { ParagraphInput } from './paragraph-input.tsx'
import { SecretInput } from './secret-input.tsx'

type Input = ComponentType<InputProps>
/** The inputs of appearances, beyond those of the types. */
type Look = 'LINE' | 'COLUMNS' | 'MASKED' | 'COUNTER' | 'MONTH' | 'MAPPED' | 'PLACES'
type Inputs = Partial<Record<FieldType | Look, Input>>
type Asked = Pick<CompiledField, 'type' | 'appearance'>

const files = async (): Promise<Input> => (await import('../files/files-input.tsx')).FilesInput

const trace = async (): Promise<Input> => (await import('../mapping/trace-input.tsx')).TraceInput

/** The inputs that every form may need (2.survey-fill.6). */
const first = {
  TEXT: TextInput,
  EMAIL: EmailInput,
  NUMBER: NumberInput,
  PASSWORD: SecretInput,
  TEXTAREA: ParagraphInput,
  DATE: DateInput,
  RADIO: RadioInput,
  CHECKBOX: CheckboxInput,
  SELECT: SelectInput,
  NOTE: NoteView,
  ACKNOWLEDGE: AcknowledgeInput,
  TIME: TimeInput,
  DATETIME: MomentInput,
} as const satisfies Inputs

/** The inputs that load with the first form that has them. */
const later: Readonly<Record<Exclude<FieldType, keyof typeof first> | Look, () => Promise<Input>>> =
  {
    TEL: async () => (await import('./phone-input.tsx')).PhoneInput,
    FILE: files,
    IMAGE: files,
    SIGNATURE: files,
    SKETCH: files,
    AUDIO: files,
    BARCODE: async () => (await import('../codes/barcode-input.tsx')).BarcodeInput,
    GEOPOINT: async () => (await import('../position/geopoint-input.tsx')).GeopointInput,
    GEOTRACE: trace,
    GEOSHAPE: trace,
    RANGE: async () => (await import('../scales/range-input.tsx')).RangeInput,
    RATING: async () => (await import('../scales/rating-input.tsx')).RatingInput,
    RANK: async () => (await import('../scales/rank-input.tsx')).RankInput,
    LINE: async () => (await import('../appearances/line-of-options.tsx')).LineOfOptions,
    COLUMNS: async () => (await import('../appearances/columns-of-options.tsx')).ColumnsOfOptions,
    MASKED: async () => (await import('../appearances/masked-input.tsx')).MaskedInput,
    COUNTER: async () => (await import('../appearances/counter-input.tsx')).CounterInput,
    MAPPED: async () => (await import('../mapping/mapped-position-input.tsx')).MappedPositionInput,
    PLACES: async () => (await import('../mapping/places-input.tsx')).PlacesInput,
    MONTH: async () => (await import('../appearances/month-input.tsx')).MonthInput,
  }

/** The types and the words that a look is for. Of several that fit a field, the first one counts. */
const looks: readonly (readonly [look: Look, types: RegExp, words: RegExp])[] = [
  ['LINE', /^(RADIO|CHECKBOX)$/, /^(likert|list)/],
  ['COLUMNS', /^(RADIO|CHECKBOX)$/, /^(columns|no-buttons)/],
  ['MASKED', /^TEXT$/, /^masked$/],
  ['COUNTER', /^NUMBER$/, /^counter$/],
  ['MONTH', /^DATE$/, /year$/],
  ['MAPPED', /^GEOPOINT$/, /map/],
  ['PLACES', /^(RADIO|CHECKBOX|SELECT)$/, /^map$/],
]

/** The name of a field's input in `inputs`. */
export const inputName = ({ type, appearance }: Asked): FieldType | Look =>
  looks.find(
    ([, types, words]) => types.test(type) && appearance.some(word => words.test(word)),
  )?.[0] ?? type

const isLater = (name: FieldType | Look): name is keyof typeof later => name in later

/** The input of each field type (2.survey-fill.6) and look; absent until `loadInputs` has loaded it. */
export const inputs: Inputs = { ...first }

/** Shown, and so thrown, when an input is absent. */
export const NotLoaded: Input = ({ field }) => {
  throw new Error(`The input of ${field.type} was not loaded.`)
}

/** Loads the inputs of these fields, so that they can be shown. Rejects when one is not on the device. */
export const loadInputs = async (fields: readonly Asked[]): Promise<void> => {
  const names = new Set(fields.map(inputName))
  await Promise.all(
    [...names].filter(isLater).map(async name => {
      inputs[name] ??= await later[name]()
    }),
  )
}
