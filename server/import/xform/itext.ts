import { noTexts, type Texts } from '../source.ts'
import { elementsOf, type Element } from './xml.ts'
import { languageTag } from '../sheet/languages.ts'

/** The texts of an XForm by their id, and what of them a form cannot have. */
export interface Itext {
  readonly byId: ReadonlyMap<string, Texts>
  readonly leftOut: readonly string[]
}

/** The text of an element, with an answer within it as `${/path/of/it}`. */
const inlineText = (element: Element): string =>
  element.children
    .map(child => {
      if (typeof child === 'string') return child
      if (child.name !== 'output') return inlineText(child)
      return `\${${(child.attributes['value'] ?? child.attributes['ref'] ?? '').trim()}}`
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** Reads the translations of a model. */
export const readItext = (model: Element): Itext => {
  const leftOut: string[] = []
  const translations = elementsOf(model, 'itext').flatMap(itext => elementsOf(itext, 'translation'))
  const isMain = ({ attributes }: Element) => attributes['default']?.startsWith('true') === true
  const main = translations.find(isMain) ?? translations[0]
  const byId = new Map<string, { plain: string; byLanguage: Record<string, string> }>()
  for (const translation of translations) {
    const language = languageTag(translation.attributes['lang'] ?? '')
    for (const text of elementsOf(translation, 'text')) {
      const id = text.attributes['id'] ?? ''
      const texts = byId.get(id) ?? { plain: '', byLanguage: {} }
      byId.set(id, texts)
      for (const value of elementsOf(text, 'value')) {
        const form = value.attributes['form']
        const words = inlineText(value)
        if (form !== undefined && form !== 'long' && form !== 'short') {
          leftOut.push(`${value.place}: the ${form} "${words}"`)
          continue
        }
        // pyxform writes "-" where a language lacks the text.
        if (
          words === '' ||
          words === '-' ||
          (form === 'short' && texts.byLanguage[language] !== undefined)
        )
          continue
        texts.byLanguage[language] = words
        if (translation === main) texts.plain = words
      }
    }
  }
  // A single language without a name is no choice of languages.
  for (const texts of byId.values()) {
    if (texts.plain === '') texts.plain = Object.values(texts.byLanguage)[0] ?? ''
    if (translations.length < 2 && /^(default)?$/.test(main?.attributes['lang'] ?? ''))
      texts.byLanguage = {}
  }
  return { byId, leftOut }
}

/** `jr:itext('id')` as its texts; null for what is no such reference. */
export const itextOf = (reference: string, itext: Itext): Texts | null => {
  const id = /^\s*jr:itext\(\s*['"](.*)['"]\s*\)\s*$/.exec(reference)?.[1]
  return id === undefined ? null : (itext.byId.get(id) ?? noTexts)
}

/** The label or hint of a control. */
export const textsIn = (control: Element, name: 'label' | 'hint', itext: Itext): Texts => {
  const [element] = elementsOf(control, name)
  if (element === undefined) return noTexts
  const referred = itextOf(element.attributes['ref'] ?? '', itext)
  return referred ?? { plain: inlineText(element), byLanguage: {} }
}
