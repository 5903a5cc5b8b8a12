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

const files = async (): Promise<Input> => (await import('../files/files-input.tsx')).FilesInput

/** The inputs that load with the first form that has them. */
const later = {
  TEL: async (): Promise<Input> => (await import('./phone-input.tsx')).PhoneInput,
  FILE: files,
  IMAGE: files,
  SIGNATURE: files,
  SKETCH: files,
  AUDIO: files,
  BARCODE: async (): Promise<Input> => (await import('../codes/barcode-input.tsx')).BarcodeInput,
  GEOPOINT: async (): Promise<Input> =>
    (await import('../position/geopoint-input.tsx')).GeopointInput,
  RANGE: async (): Promise<Input> => (await import('../scales/range-input.tsx')).RangeInput,
  RATING: async (): Promise<Input> => (await import('../scales/rating-input.tsx')).RatingInput,
  RANK: async (): Promise<Input> => (await import('../scales/rank-input.tsx')).RankInput,
} as const satisfies Readonly<Partial<Record<FieldType, () => Promise<Input>>>>

type Later = keyof typeof later

const isLater = (type: FieldType): type is Later => type in later

const NotLoaded: Input = ({ field }) => {
  throw new Error(`The input of ${field.type} was not loaded.`)
}

/** The input of each field type (2.survey-fill.6), once `loadInputs` has loaded those that few forms have. */
export const inputs: Record<FieldType, Input> = {
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
  TEL: NotLoaded,
  FILE: NotLoaded,
  IMAGE: NotLoaded,
  SIGNATURE: NotLoaded,
  SKETCH: NotLoaded,
  AUDIO: NotLoaded,
  BARCODE: NotLoaded,
  GEOPOINT: NotLoaded,
  RANGE: NotLoaded,
  RATING: NotLoaded,
  RANK: NotLoaded,
}

/** Loads the inputs of these fields, so that they can be shown. Rejects when one is not on the device. */
export const loadInputs = async (fields: readonly Pick<CompiledField, 'type'>[]): Promise<void> => {
  const types = new Set(fields.map(({ type }) => type))
  await Promise.all(
    [...types].filter(isLater).map(async type => {
      if (inputs[type] === NotLoaded) inputs[type] = await later[type]()
    }),
  )
}
