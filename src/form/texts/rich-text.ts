import { readInline, type Inline } from './inline.ts'

/*
 * The texts of a form with their author's markup: the part of Markdown and HTML that ODK knows. A text is read once
 * into a tree, which is rendered as elements (features/fill/texts/rich-text.tsx) or read as plain words; a browser
 * never parses it as HTML. A placeholder (`${key}`) stays a place in the tree, so that an answer is never read as
 * markup.
 */

/** A text as blocks. */
type RichText = readonly Block[]

/** A piece of a text that starts on a new line. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list'
      /** The number of the first item; null for a bulleted list. */
      readonly start: number | null
      readonly items: readonly (readonly Inline[])[]
    }

/** Whether a text has nothing but plain words: no markup and no placeholder. */
export const isPlain = (text: string): boolean =>
  !/[*_#<[\\&\n$]|^\s*[-+•]\s|^\s*\d+[.)]\s/.test(text)

/** Marks an item of an HTML list, which is a list even with one item. */
const itemMark = '\uE000'

const withStyle = (attributes: string, inner: string): string =>
  /style\s*=|color\s*=/i.test(attributes) ? `<span${attributes}>${inner}</span>` : inner

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

/** Converts blocks of HTML to lines of Markdown. */
const toLines = (text: string): readonly string[] => {
  let isOrdered = false
  let number = 0
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/<h([1-6])((?:\s[^<>]*)?)>([\s\S]*?)<\/h\1\s*>/gi, (_all, level, style, inner) => {
      const title = withStyle(String(style), oneLine(String(inner)))
      return `\n\n${'#'.repeat(Number(level))} ${title}\n\n`
    })
    .replace(
      /<(p|div|center)((?:\s[^<>]*)?)>([\s\S]*?)<\/\1\s*>/gi,
      (_all, _name, style, inner) => `\n\n${withStyle(String(style), String(inner).trim())}\n\n`,
    )
    .replace(/<(\/?)(ul|ol|li)(?:\s[^<>]*)?>\s*/gi, (_all, slash, name) => {
      if (String(name).toLowerCase() !== 'li') {
        isOrdered = slash === '' && String(name).toLowerCase() === 'ol'
        number = 0
        return '\n'
      }
      if (slash === '/') return '\n'
      number += 1
      return isOrdered ? `\n${itemMark}${number}. ` : `\n${itemMark}* `
    })
    .split('\n')
}

const headingPattern = /^\s*(#{1,6})\s+(.*?)\s*#*\s*$/
const itemPattern = /^\s*(\uE000?)(?:([*+•-])|(\d{1,3})[.)])\s+(.*)$/

interface Item {
  readonly isSure: boolean
  readonly isOrdered: boolean
  readonly number: number
  readonly text: string
}

const itemOf = (line: string): Item | null => {
  const found = itemPattern.exec(line)
  if (found === null) return null
  const [, mark, , number, text = ''] = found
  return {
    isSure: mark !== '',
    isOrdered: number !== undefined,
    number: Number(number ?? 1),
    text,
  }
}

/** A list in Markdown needs two items, because `1. What is your name?` is a numbered question. */
const listAt = (lines: readonly string[], at: number): readonly Item[] => {
  const items: Item[] = []
  for (const line of lines.slice(at)) {
    const item = itemOf(line)
    const [first] = items
    if (item === null || (first !== undefined && first.isOrdered !== item.isOrdered)) break
    items.push(item)
  }
  return items.length > 1 || items[0]?.isSure === true ? items : []
}

const read = (text: string): RichText => {
  if (isPlain(text)) return [{ kind: 'paragraph', children: [{ kind: 'text', text }] }]
  const lines = toLines(text)
  const blocks: Block[] = []
  let open: string[] = []
  const close = () => {
    const inside = open.join('\n').replaceAll(itemMark, '').trim()
    if (inside !== '') blocks.push({ kind: 'paragraph', children: readInline(inside) })
    open = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, marks, title] = headingPattern.exec(line) ?? []
    const items = listAt(lines, at)
    if (marks !== undefined && title !== undefined) {
      close()
      blocks.push({ kind: 'heading', level: marks.length, children: readInline(title) })
    } else if (items.length > 0) {
      close()
      const [first] = items
      blocks.push({
        kind: 'list',
        start: first?.isOrdered === true ? first.number : null,
        items: items.map(item => readInline(item.text)),
      })
      at += items.length - 1
    } else if (line.trim() === '') close()
    else open.push(line.trim())
  }
  close()
  return blocks
}

/** How many parsed texts are kept, because a form has few and needs them at each opening. */
const maxKept = 20_000
const kept = new Map<string, RichText>()

/** Parses a text, once however often it is shown. */
export const readRichText = (text: string): RichText => {
  const known = kept.get(text)
  if (known !== undefined) return known
  if (kept.size >= maxKept) kept.clear()
  const made = read(text)
  kept.set(text, made)
  return made
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Isolates a fill within a text: one written from right to left would reorder the words around it, and among such words
 * a day would be shown as 02-10-2026 and a number as 5-. Text in an element of its own needs no isolation.
 */
const isolating =
  (text: string, fillOf: (key: string) => string) =>
  (key: string): string => {
    const filled = fillOf(key)
    const isMixed = rightToLeft.test(filled) || (rightToLeft.test(text) && filled !== '')
    return isMixed ? `\u2068${filled}\u2069` : filled
  }

const inlineText = (pieces: readonly Inline[], fillOf: (key: string) => string): string =>
  pieces
    .map(piece => {
      switch (piece.kind) {
        case 'text':
          return piece.text
        case 'fill':
          return fillOf(piece.key)
        case 'break':
          return ' '
        default:
          return inlineText(piece.children, fillOf)
      }
    })
    .join('')

/** An unknown placeholder stays part of the text. */
export const asWritten = (key: string): string => `\${${key}}`

/** The words that a rule's value fills a placeholder with; '' for a value that is not a number. */
export const fillWords = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return Array.isArray(value) ? value.map(String).join(' ') : String(value)
}

/** A text in plain words on one line with its placeholders filled in, as a value: to compare, to store or to export. */
export const filledText = (text: string, fillOf: (key: string) => string): string =>
  readRichText(text)
    .map(block =>
      block.kind === 'list'
        ? block.items.map(item => inlineText(item, fillOf)).join(', ')
        : inlineText(block.children, fillOf),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The same to be shown among other words. */
export const plainText = (text: string, fillOf: (key: string) => string): string =>
  filledText(text, isolating(text, fillOf))

/** The keys of the placeholders in a text. */
export const keysOf = (text: string): readonly string[] => {
  if (!text.includes('${')) return []
  const keys = new Set<string>()
  filledText(text, key => {
    keys.add(key)
    return ''
  })
  return [...keys]
}
