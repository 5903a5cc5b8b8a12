const numberPattern = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/** Accepts a decimal comma, because many keyboards have no point. */
const toNumber = (text: string): number => Number(text.replace(',', '.'))

/** `1,500` is one and a half to some people and fifteen hundred to others. */
const twoMeanings = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** Whether a text is a number as people type it, without hexadecimal digits or infinity, and has one meaning only. */
export const isNumber = (text: string): boolean =>
  numberPattern.test(text.trim()) &&
  !twoMeanings.test(text.trim()) &&
  Number.isFinite(toNumber(text.trim()))

/** The number in a text; the text itself when it is not a number. */
export const numberOrText = (text: string): number | string => {
  const number = toNumber(text)
  return Number.isFinite(number) ? number : text
}
