const digit = /\p{Nd}/u

/**
 * Converts the digits of any script (Arabic, Bengali, Devanagari …) to 0 to 9, because the stored text must be readable
 * everywhere.
 */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/[^\P{Nd}0-9]/gu, letter => {
    const code = letter.codePointAt(0) ?? 0
    // A script's ten digits are consecutive, and begin at a code that ends with hex 0 or 6.
    const place = code % 16
    return String(digit.test(String.fromCodePoint(code - place)) ? place : place - 6)
  })

/** Converts a number of any script, with the Arabic signs for decimals and thousands. */
export const asciiNumber = (text: string): string =>
  asciiDigits(text).replaceAll('\u066B', '.').replaceAll('\u066C', '')
