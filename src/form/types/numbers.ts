const numberPattern = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/** A comma is a decimal point on many keyboards. */
const toNumber = (text: string): number => Number(text.replace(',', '.'))

/** Whether a text is a number as people type it: no hexadecimal one, no infinity. */
export const isNumber = (text: string): boolean =>
  numberPattern.test(text.trim()) && Number.isFinite(toNumber(text.trim()))

/** The number that a text reads as; the text itself where it is none. */
export const numberOrText = (text: string): number | string => {
  const number = toNumber(text)
  return Number.isFinite(number) ? number : text
}
