import type { Rule } from '../../../replication/wire/logic.ts'
import type { Texts } from '../source.ts'

/** The longest text, because every client would cut a longer one (replication/wire/form/words.ts). */
const maxWords = 4000

/** The replacement for a reference within a text: the key of an answer, or of a rule of its own. */
export type Fill =
  | { readonly kind: 'answer'; readonly id: string }
  | { readonly kind: 'rule'; readonly rule: Rule }
  /** It could not be translated; the report says so. */
  | { readonly kind: 'nothing' }

/** What replaces a reference whose rule is known. An answer's id must not contain braces. */
export const fillOf = (rule: Rule): Fill => {
  const id = /^\{"to_text":\[\{"var":"([^"$\\{}][^"\\{}]*)"\}\]\}$/.exec(JSON.stringify(rule))?.[1]
  return id === undefined ? { kind: 'rule', rule } : { kind: 'answer', id }
}

/** A form's texts, with the rules that fill them in where a plain answer is not enough. */
interface FilledTexts {
  readonly texts: Texts
  readonly isCut: boolean
}

const referencePattern = /\$\{\s*([^{}]+?)\s*\}/g
/** A reference after a backslash, which does not escape it in ODK, as it would here. */
const escapedReference = /(?<!\\)((?:\\\\)*)\\(?=\$\{\s*[^{}]+\})/g

/** The beginning of a mark in a text that is not ended before the next one or the text's end; null without one. */
export const openMarkIn = (text: string): string | null =>
  /\$\{[^${}]{0,40}/.exec(text.replaceAll(referencePattern, ''))?.[0] ?? null

/** Collects the fills in the texts of one field or section. */
export class Fills {
  readonly #rules = new Map<string, { readonly key: string; readonly rule: Rule }>()
  readonly #fillOf: (reference: string) => Fill

  constructor(fillOf: (reference: string) => Fill) {
    this.#fillOf = fillOf
  }

  /** Replaces references in a text by their keys: `How old is ${name}?` */
  fill({ plain, byLanguage }: Texts): FilledTexts {
    const put = (text: string): string =>
      text
        .replace(escapedReference, '$1\\\\')
        .replace(referencePattern, (_whole, reference: string) => this.#placeFor(reference))
        .slice(0, maxWords)
    return {
      texts: {
        plain: put(plain),
        byLanguage: Object.fromEntries(
          Object.entries(byLanguage).map(([language, text]) => [language, put(text)]),
        ),
      },
      isCut: [plain, ...Object.values(byLanguage)].some(({ length }) => length > maxWords),
    }
  }

  #placeFor(reference: string): string {
    const fill = this.#fillOf(reference)
    switch (fill.kind) {
      case 'answer':
        return `\${${fill.id}}`
      case 'rule': {
        const name = JSON.stringify(fill.rule)
        const known = this.#rules.get(name) ?? { key: `=${this.#rules.size + 1}`, rule: fill.rule }
        this.#rules.set(name, known)
        return `\${${known.key}}`
      }
      case 'nothing':
        return '…'
    }
  }

  /** The rules by their keys, as a property of the form's JSON; empty when there are none. */
  json(): { readonly fills?: Readonly<Record<string, Rule>> } {
    if (this.#rules.size === 0) return {}
    return {
      fills: Object.fromEntries([...this.#rules.values()].map(({ key, rule }) => [key, rule])),
    }
  }
}

/** A text without its fills, for the heading over all occurrences of a repeat. */
export const withoutFills = ({ plain, byLanguage }: Texts): Texts => {
  const bare = (text: string) =>
    text
      .replace(referencePattern, '')
      .replace(/\(\s*\)|\[\s*\]/g, '')
      .replace(/[\s:#,–—-]+$/u, '')
      .replace(/\s+/g, ' ')
      .trim()
  return {
    plain: bare(plain),
    byLanguage: Object.fromEntries(
      Object.entries(byLanguage).map(([language, text]) => [language, bare(text)]),
    ),
  }
}

/** Whether a text contains fills. */
export const hasFills = ({ plain, byLanguage }: Texts): boolean =>
  [plain, ...Object.values(byLanguage)].some(text => text.search(referencePattern) >= 0)

/** A text as properties of the form's JSON: `label` and, if there are languages, `labels`. */
export const wordsJson = (
  plainName: string,
  mapName: string,
  { plain, byLanguage }: Texts,
): Readonly<Record<string, unknown>> => ({
  [plainName]: plain,
  ...(Object.keys(byLanguage).length === 0 ? {} : { [mapName]: byLanguage }),
})
