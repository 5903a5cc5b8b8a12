const digit = /\p{Nd}/u

/** Digits of any script (Arabic, Bengali, Devanagari …) as 0 to 9: what is stored has to be read by everybody. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/[^\P{Nd}0-9]/gu, letter => {
    const code = letter.codePointAt(0) ?? 0
    // A script's ten digits stand together, and begin at a code that ends with 0 or with 6.
    const place = code % 16
    return String(digit.test(String.fromCodePoint(code - place)) ? place : place - 6)
  })

/** A number of any script as everybody reads it: the Arabic signs for the decimals and the thousands too. */
export const asciiNumber = (text: string): string =>
  asciiDigits(text).replaceAll('\u066B', '.').replaceAll('\u066C', '')
