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
type Inputs = Partial<Record<FieldType, Input>>

const files = async (): Promise<Input> => (await import('../files/files-input.tsx')).FilesInput

/** The inputs that every form may need. */
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
const later: Readonly<Record<Exclude<FieldType, keyof typeof first>, () => Promise<Input>>> = {
  TEL: async () => (await import('./phone-input.tsx')).PhoneInput,
  FILE: files,
  IMAGE: files,
  SIGNATURE: files,
  SKETCH: files,
  AUDIO: files,
  BARCODE: async () => (await import('../codes/barcode-input.tsx')).BarcodeInput,
  GEOPOINT: async () => (await import('../position/geopoint-input.tsx')).GeopointInput,
  RANGE: async () => (await import('../scales/range-input.tsx')).RangeInput,
  RATING: async () => (await import('../scales/rating-input.tsx')).RatingInput,
  RANK: async () => (await import('../scales/rank-input.tsx')).RankInput,
}

const isLater = (type: FieldType): type is keyof typeof later => type in later

/** The input of each field type (2.survey-fill.6); absent until `loadInputs` has loaded it. */
export const inputs: Inputs = { ...first }

/** Shown, and so thrown, when an input is absent. */
export const NotLoaded: Input = ({ field }) => {
  throw new Error(`The input of ${field.type} was not loaded.`)
}

/** Loads the inputs of these fields, so that they can be shown. Rejects when one is not on the device. */
export const loadInputs = async (fields: readonly Pick<CompiledField, 'type'>[]): Promise<void> => {
  const types = new Set(fields.map(({ type }) => type))
  await Promise.all(
    [...types].filter(isLater).map(async type => {
      inputs[type] ??= await later[type]()
    }),
  )
}
