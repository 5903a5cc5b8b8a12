import type { ComponentType } from 'react'
import type { FieldType } from '../../../../replication/wire/field-types.ts'
import { FilesInput } from '../files/files-input.tsx'
import { AcknowledgeInput } from './acknowledge-input.tsx'
import { CheckboxInput, RadioInput, SelectInput } from './choice-input.tsx'
import { DateInput, MomentInput, TimeInput } from './date-input.tsx'
import type { InputProps } from './input-props.ts'
import { GeopointInput } from '../position/geopoint-input.tsx'
import { EmailInput, NumberInput, TextInput } from './line-input.tsx'
import { NoteView } from '../texts/note-view.tsx'
import { ParagraphInput } from './paragraph-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import { RankInput } from '../scales/rank-input.tsx'
import { RatingInput } from '../scales/rating-input.tsx'
import { RangeInput } from '../scales/range-input.tsx'
import { SecretInput } from './secret-input.tsx'

/** The input of each field type (2.survey-fill.6). */
export const inputs: Readonly<Record<FieldType, ComponentType<InputProps>>> = {
  TEXT: TextInput,
  EMAIL: EmailInput,
  NUMBER: NumberInput,
  PASSWORD: SecretInput,
  TEL: PhoneInput,
  TEXTAREA: ParagraphInput,
  DATE: DateInput,
  RADIO: RadioInput,
  CHECKBOX: CheckboxInput,
  SELECT: SelectInput,
  FILE: FilesInput,
  IMAGE: FilesInput,
  SIGNATURE: FilesInput,
  SKETCH: FilesInput,
  NOTE: NoteView,
  ACKNOWLEDGE: AcknowledgeInput,
  GEOPOINT: GeopointInput,
  TIME: TimeInput,
  DATETIME: MomentInput,
  RANGE: RangeInput,
  RATING: RatingInput,
  RANK: RankInput,
}
