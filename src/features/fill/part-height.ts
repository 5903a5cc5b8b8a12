import type { FieldType } from '../../../replication/wire/forms.ts'
import type { CompiledField, CompiledPart } from './compiled-form.ts'

const labelPx = 28
const gapPx = 28
const boxPx = 52
const cardPx = 60
const charactersPerLine = 44
const linePx = 20

/** What stands higher than one line; every other input is one box. */
const higher: Partial<Readonly<Record<FieldType, (field: CompiledField) => number>>> = {
  TEXTAREA: () => 100,
  RADIO: ({ options }) => options.length * cardPx,
  CHECKBOX: ({ options }) => options.length * cardPx,
  SELECT: ({ options, multiple }) =>
    multiple && options.length <= 12 ? options.length * cardPx : boxPx,
  FILE: () => boxPx + 24,
  IMAGE: () => boxPx + 24,
  NOTE: () => 0,
  ACKNOWLEDGE: () => cardPx,
  GEOPOINT: () => boxPx + 44,
}

const inputPx = (field: CompiledField): number => higher[field.type]?.(field) ?? boxPx

const wordsPx = ({ label, help }: CompiledField): number =>
  labelPx +
  Math.floor(label.length / charactersPerLine) * linePx +
  (help === '' ? 0 : Math.ceil(Math.min(help.length, 140) / charactersPerLine) * linePx)

/** About how high a part with these fields will be, in pixels, so that the page does not jump when it is made. */
export const estimatePx = (
  { section, place }: CompiledPart,
  fields: readonly CompiledField[],
): number =>
  fields.reduce((height, field) => height + wordsPx(field) + inputPx(field) + gapPx, 0) +
  (place === 0 && section.name !== '' ? 48 : 0)
