import { mediaKinds, type MediaKind } from '../../../replication/wire/form/media.ts'
import { noTexts, type SourceMedia, type Texts } from '../source.ts'
import { elementsOf, type Element } from './xml.ts'
import { languageTag } from '../sheet/languages.ts'

/** The texts of an XForm by their id, and the parts that a form cannot have. */
export interface Itext {
  readonly byId: ReadonlyMap<string, Texts>
  /** Longer help, by the id of its hint. */
  readonly guidanceById: ReadonlyMap<string, Texts>
  /** The files that labels show, by the id of their text. */
  readonly mediaById: ReadonlyMap<string, SourceMedia>
  readonly leftOut: readonly string[]
}

/**
 * The text of an element. An embedded answer becomes `${/path/of/it}`. A line that is indented next to an embedded answer
 * was broken by the file's formatting, because authors do not indent their lines.
 */
const inlineText = (element: Element): string =>
  element.children
    .map((child, n) => {
      if (typeof child === 'string') {
        const text = n === 0 ? child : child.replace(/^\s*\n(?:\t|[^\S\n]{2,})/, ' ')
        return n === element.children.length - 1 ? text : text.replace(/\n(?:\t|[^\S\n]{2,})$/, ' ')
      }
      if (child.name !== 'output') return inlineText(child)
      return `\${${(child.attributes['value'] ?? child.attributes['ref'] ?? '').trim()}}`
    })
    .join('')
    // Line breaks are the author's; the spaces around them come from the file's formatting.
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()

/** Reads the translations of a model. */
export const readItext = (model: Element): Itext => {
  const leftOut: string[] = []
  const translations = elementsOf(model, 'itext').flatMap(itext => elementsOf(itext, 'translation'))
  const isMain = ({ attributes }: Element) => attributes['default']?.startsWith('true') === true
  const main = translations.find(isMain) ?? translations[0]
  const byId = new Map<string, Growing>()
  const guidanceById = new Map<string, Growing>()
  const mediaById = new Map<string, Partial<Record<MediaKind, Growing>>>()
  for (const translation of translations) {
    const language = languageTag(translation.attributes['lang'] ?? '')
    for (const text of elementsOf(translation, 'text')) {
      const id = text.attributes['id'] ?? ''
      const texts = byId.get(id) ?? { plain: '', byLanguage: {} }
      byId.set(id, texts)
      for (const value of elementsOf(text, 'value')) {
        const form = value.attributes['form']
        const words = inlineText(value)
        if (form === 'guidance') {
          addText(guidanceById, id, language, words, translation === main)
          continue
        }
        const kind = mediaKinds.find(each => each === form)
        if (kind !== undefined) {
          const media = mediaById.get(id) ?? {}
          mediaById.set(id, media)
          const names = (media[kind] ??= { plain: '', byLanguage: {} })
          const file = words.replace(/^.*\//, '')
          names.byLanguage[language] = file
          if (translation === main) names.plain = file
          continue
        }
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
  // Texts of a single language without a name count as plain texts, because there is nothing to choose.
  const media = [...mediaById.values()].flatMap(named => Object.values(named))
  for (const texts of [...byId.values(), ...guidanceById.values(), ...media]) {
    if (texts.plain === '') texts.plain = Object.values(texts.byLanguage)[0] ?? ''
    if (translations.length < 2 && /^(default)?$/.test(main?.attributes['lang'] ?? ''))
      texts.byLanguage = {}
  }
  return { byId, guidanceById, mediaById, leftOut }
}

interface Growing {
  plain: string
  byLanguage: Record<string, string>
}

const addText = (
  byId: Map<string, Growing>,
  id: string,
  language: string,
  words: string,
  isMain: boolean,
): void => {
  if (words === '' || words === '-') return
  const texts = byId.get(id) ?? { plain: '', byLanguage: {} }
  byId.set(id, texts)
  texts.byLanguage[language] = words
  if (isMain) texts.plain = words
}

const idIn = (reference: string): string | undefined =>
  /^\s*jr:itext\(\s*['"](.*)['"]\s*\)\s*$/.exec(reference)?.[1]

/** The texts of `jr:itext('id')`; null for other references. */
export const itextOf = (reference: string, itext: Itext): Texts | null => {
  const id = idIn(reference)
  return id === undefined ? null : (itext.byId.get(id) ?? noTexts)
}

/** The label or hint of a control. */
export const textsIn = (control: Element, name: 'label' | 'hint', itext: Itext): Texts => {
  const [element] = elementsOf(control, name)
  if (element === undefined) return noTexts
  const referred = itextOf(element.attributes['ref'] ?? '', itext)
  return referred ?? { plain: inlineText(element), byLanguage: {} }
}

/** The longer help of a control's hint. */
export const guidanceIn = (control: Element, itext: Itext): Texts => {
  const [hint] = elementsOf(control, 'hint')
  const id = idIn(hint?.attributes['ref'] ?? '')
  return (id === undefined ? undefined : itext.guidanceById.get(id)) ?? noTexts
}

/** The files that a control's label shows. */
export const mediaIn = (control: Element, itext: Itext): SourceMedia => {
  const [label] = elementsOf(control, 'label')
  const id = idIn(label?.attributes['ref'] ?? '')
  return (id === undefined ? undefined : itext.mediaById.get(id)) ?? {}
}
