import { asciiDigits } from './ascii-digits.ts'

/**
 * Marks that people omit in a search: Latin accents, the vowel points of Hebrew and Arabic, the line that lengthens an
 * Arabic word, and characters of no width.
 */
const marks = /[\u0300-\u036F\u0591-\u05C7\u0640\u064B-\u065F\u0670\u200B-\u200F\u2060\uFEFF]/g

/** Letters that Unicode does not decompose, as they are typed on a keyboard without them. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  [
    ['ł', 'l'],
    ['đ', 'd'],
    ['ɖ', 'd'],
    ['ð', 'd'],
    ['ø', 'o'],
    ['ɔ', 'o'],
    ['ı', 'i'],
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
    ['ħ', 'h'],
    ['ŧ', 't'],
    ['ŋ', 'n'],
    ['ɲ', 'n'],
    ['ɓ', 'b'],
    ['ɗ', 'd'],
    ['ƙ', 'k'],
    ['ƴ', 'y'],
    ['ɛ', 'e'],
    ['ə', 'e'],
    // Of Arabic, Persian, Urdu and Kurdish: one letter that each keyboard has in another form.
    ['أ', 'ا'],
    ['إ', 'ا'],
    ['آ', 'ا'],
    ['ٱ', 'ا'],
    ['ى', 'ي'],
    ['ی', 'ي'],
    ['ې', 'ي'],
    ['ک', 'ك'],
    ['ة', 'ه'],
    ['ە', 'ه'],
    ['ۀ', 'ه'],
    ['ھ', 'ه'],
    // Of Cyrillic, where Kazakh and Ukrainian keyboards differ from the Russian one.
    ['ґ', 'г'],
    ['ғ', 'г'],
    ['қ', 'к'],
    ['ң', 'н'],
    ['ө', 'о'],
    ['ұ', 'у'],
    ['ү', 'у'],
    ['һ', 'х'],
    ['ә', 'а'],
    ['і', 'и'],
  ].map(([letter = '', plain = '']) => [letter, plain]),
)

const special = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/**
 * A text as a search compares it: small letters without accents, as most keyboards have them, plain apostrophes, digits
 * as 0 to 9.
 */
export const searchable = (text: string): string =>
  asciiDigits(text.normalize('NFKD').replaceAll(/[’‘ʼʻ]/g, "'"))
    .toLowerCase()
    .replaceAll(marks, '')
    .replaceAll(special, letter => plainLetters.get(letter) ?? letter)

/** The words of a search, each as it is compared; a text matches when it contains all of them, in any order. */
export const searchWords = (query: string): readonly string[] =>
  searchable(query).split(/\s+/).filter(Boolean)

/** Languages that write without spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The letters and digits of a text in words, without the article that Arabic writes before one. */
export const phraseOf = (text: string): string =>
  searchable(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(word => word.replace(/^ال(?=..)/, ''))
    .filter(Boolean)
    .join(' ')

/** Texts as one text in which phrases are searched. */
export const phrasesOf = (texts: readonly string[]): string =>
  texts.map(text => ` ${phraseOf(text)} `).join('|')

/**
 * What a text of phrases contains if it has this one. A word is found from its beginning, because it may not be typed to
 * its end; a short number only as a whole.
 */
export const soughtFor = (phrase: string): string => {
  if (unspaced.test(phrase)) return phrase
  return /(?:^| )\d{1,2}$/.test(phrase) ? ` ${phrase} ` : ` ${phrase}`
}
