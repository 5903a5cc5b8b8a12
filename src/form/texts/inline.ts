/** A piece of a text with its author's markup. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  /** `${key}`: a placeholder, filled in as answers change. */
  | { readonly kind: 'fill'; readonly key: string }
  | { readonly kind: 'break' }
  | { readonly kind: Marked; readonly children: readonly Inline[] }
  | { readonly kind: 'coloured'; readonly colour: string; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }

/** The markup of a piece. */
export type Marked =
  | 'strong'
  | 'emphasis'
  | 'underlined'
  | 'struck'
  | 'small'
  | 'raised'
  | 'lowered'

const markByTag: Readonly<Record<string, Marked>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  u: 'underlined',
  s: 'struck',
  del: 'struck',
  strike: 'struck',
  small: 'small',
  sup: 'raised',
  sub: 'lowered',
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rarr: '→',
  bull: '•',
}

/** Deeper markup is read as text, because it has no meaning and could exhaust the stack. */
const maxDepth = 12

const colourPattern = /^(#[\da-f]{3,8}|[a-z]{3,24}|rgba?\([\d\s.,%/]+\)|hsla?\([\d\s.,%/deg]+\))$/i

/** A link may only have one of these schemes, so that it never runs anything. */
const hrefPattern = /^(https?:\/\/|mailto:|tel:)\S+$/i

const fill = /\$\{([^{}]+)\}/y
const tag = /<(\/?)([a-z][a-z\d]*)((?:\s[^<>]*)?)\/?>/iy
const link = /\[((?:[^[\]\\]|\\.)*)\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\))?)>?(?:\s+"[^"]*")?\s*\)/y
const entity = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/iy
const escaped = /\\([\\`*_{}[\]()#+\-.!<>|~$])/y
const word = /[\p{L}\p{N}]/u

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const entityText = (name: string): string | null => {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? null
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}

const colourOf = (attributes: string): string | null => {
  const style = /style\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)
  const inStyle = /(?:^|;)\s*color\s*:\s*([^;]+)/i.exec(style?.[1] ?? style?.[2] ?? '')?.[1]
  const own = /\scolor\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]
  const colour = (inStyle ?? own ?? '').trim()
  return colourPattern.test(colour) ? colour : null
}

/** The start and end of the closing tag; null when there is none. */
const closing = (text: string, from: number, name: string): readonly [number, number] | null => {
  const either = new RegExp(`<(/?)${name}(?:\\s[^<>]*)?>`, 'gi')
  either.lastIndex = from
  let depth = 1
  for (let found = either.exec(text); found !== null; found = either.exec(text)) {
    depth += found[1] === '/' ? -1 : 1
    if (depth === 0) return [found.index, either.lastIndex]
  }
  return null
}

/** The end of a mark such as `**` that starts at a place; -1 when no mark starts there. */
const markEnd = (text: string, at: number, mark: string): number => {
  const letter = mark.charAt(0)
  const start = at + mark.length
  if (/^\s?$/.test(text.charAt(start))) return -1
  // An underscore within a word is part of it, as in `field_name`.
  if (letter === '_' && word.test(text.charAt(at - 1))) return -1
  for (let end = text.indexOf(mark, start + 1); end >= 0; end = text.indexOf(mark, end + 1)) {
    const isClosed = !/\s/.test(text.charAt(end - 1)) && text.charAt(end - 1) !== '\\'
    const isWord = letter === '_' && word.test(text.charAt(end + mark.length))
    const isLonger = mark.length === 1 && text.charAt(end + 1) === letter
    if (isLonger) {
      end += 1
      continue
    }
    if (isClosed && !isWord) return end
  }
  return -1
}

class Reader {
  readonly #found: Inline[] = []
  #plain = ''

  constructor(
    readonly text: string,
    readonly depth: number,
  ) {}

  read(): readonly Inline[] {
    const { text } = this
    for (let at = 0; at < text.length;) {
      const next = this.depth > maxDepth ? 0 : this.#special(at)
      if (next > at) at = next
      else {
        this.#plain += text.charAt(at)
        at += 1
      }
    }
    this.#flush()
    return this.#found
  }

  #flush(): void {
    if (this.#plain !== '') this.#found.push({ kind: 'text', text: this.#plain })
    this.#plain = ''
  }

  #add(piece: Inline): void {
    this.#flush()
    this.#found.push(piece)
  }

  #inner(from: number, to: number): readonly Inline[] {
    return new Reader(this.text.slice(from, to), this.depth + 1).read()
  }

  /** Reads the markup that starts at a place; returns its end, or 0 when none starts there. */
  #special(at: number): number {
    switch (this.text.charAt(at)) {
      case '\n':
        this.#add({ kind: 'break' })
        return at + 1
      case '\\': {
        const found = matchAt(escaped, this.text, at)
        if (found === null) return 0
        this.#plain += found[1] ?? ''
        return escaped.lastIndex
      }
      case '$': {
        const found = matchAt(fill, this.text, at)
        if (found === null) return 0
        const end = fill.lastIndex
        this.#add({ kind: 'fill', key: (found[1] ?? '').trim() })
        return end
      }
      case '&': {
        const found = entityText(matchAt(entity, this.text, at)?.[1] ?? '')
        if (found === null) return 0
        this.#plain += found
        return entity.lastIndex
      }
      case '<':
        return this.#tag(at)
      case '[':
        return this.#link(at)
      case '*':
      case '_':
        return this.#mark(at)
      default:
        return 0
    }
  }

  #mark(at: number): number {
    const letter = this.text.charAt(at)
    for (const mark of [letter + letter, letter]) {
      if (!this.text.startsWith(mark, at)) continue
      const end = markEnd(this.text, at, mark)
      if (end < 0) continue
      const children = this.#inner(at + mark.length, end)
      this.#add({ kind: mark.length === 2 ? 'strong' : 'emphasis', children })
      return end + mark.length
    }
    return 0
  }

  #link(at: number): number {
    const found = matchAt(link, this.text, at)
    const [, label = '', href = ''] = found ?? []
    // An answer is no address, and must be seen.
    if (found === null || href.includes('${')) return 0
    const end = link.lastIndex
    const children = new Reader(label, this.depth + 1).read()
    if (hrefPattern.test(href)) this.#add({ kind: 'link', href, children })
    else children.forEach(child => this.#add(child))
    return end
  }

  #tag(at: number): number {
    const found = matchAt(tag, this.text, at)
    // An answer in angle brackets must be seen, too.
    if (found === null || found[0].includes('${')) return 0
    const inside = tag.lastIndex
    const [, slash, name = '', attributes = ''] = found
    const tagName = name.toLowerCase()
    if (tagName === 'br') this.#add({ kind: 'break' })
    if (slash === '/' || tagName === 'br') return inside
    const end = closing(this.text, inside, tagName)
    // An unknown tag is dropped, its content stays.
    if (end === null) return inside
    const children = this.#inner(inside, end[0])
    const mark = markByTag[tagName]
    const colour = colourOf(attributes)
    const href = /\shref\s*=\s*["']([^"']*)["']/i.exec(attributes)?.[1] ?? ''
    if (tagName === 'script' || tagName === 'style') return end[1]
    if (mark !== undefined) this.#add({ kind: mark, children })
    else if (tagName === 'a' && hrefPattern.test(href)) this.#add({ kind: 'link', href, children })
    else if (colour !== null) this.#add({ kind: 'coloured', colour, children })
    else children.forEach(child => this.#add(child))
    return end[1]
  }
}

/** Reads the markup within one block of a text. */
export const readInline = (text: string): readonly Inline[] => new Reader(text, 0).read()
