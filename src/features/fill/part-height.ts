import type { CompiledField, CompiledPart } from './compiled-form.ts'

const labelPx = 28
const gapPx = 28
const boxPx = 52
const cardPx = 60
const charactersPerLine = 44
const linePx = 20

const inputPx = ({ type, options, multiple }: CompiledField): number => {
  switch (type) {
    case 'TEXTAREA':
      return 100
    case 'RADIO':
    case 'CHECKBOX':
      return options.length * cardPx
    case 'SELECT':
      return multiple && options.length <= 12 ? options.length * cardPx : boxPx
    case 'FILE':
    case 'IMAGE':
      return boxPx + 24
    case 'TEXT':
    case 'EMAIL':
    case 'NUMBER':
    case 'PASSWORD':
    case 'TEL':
    case 'DATE':
      return boxPx
  }
}

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
