const numberPattern = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/** On many keyboards the decimal point is a comma. */
const toNumber = (text: string): number => Number(text.replace(',', '.'))

/** Whether a text is a number as people type it, without hexadecimal digits or infinity. */
export const isNumber = (text: string): boolean =>
  numberPattern.test(text.trim()) && Number.isFinite(toNumber(text.trim()))

/** The number in a text; the text itself when it is not a number. */
export const numberOrText = (text: string): number | string => {
  const number = toNumber(text)
  return Number.isFinite(number) ? number : text
}
