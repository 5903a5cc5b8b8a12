import type { CompiledField, CompiledPart } from './compiled-form.ts'
import { typeOf } from '../types/types.ts'

const labelPx = 28
const gapPx = 28
const charactersPerLine = 44
const linePx = 20

const wordsPx = ({ label, help }: CompiledField): number =>
  labelPx +
  Math.floor(label.length / charactersPerLine) * linePx +
  (help === '' ? 0 : Math.ceil(Math.min(help.length, 140) / charactersPerLine) * linePx)

/** The estimated height of a question with its input, in pixels, without the space around it. */
export const questionPx = (field: CompiledField): number =>
  wordsPx(field) + typeOf(field.type).heightPx(field)

/**
 * The estimated height of a part with these fields, in pixels, so that the page does not jump when the part is mounted.
 */
export const estimatePx = (
  { section, place }: CompiledPart,
  fields: readonly CompiledField[],
): number =>
  fields.reduce((height, field) => height + questionPx(field) + gapPx, 0) +
  (place === 0 && (section.name !== '' || section.occurrence !== null) ? 48 : 0)
