/*
 * Loops of a pattern that backtrack for too long. It supposes that no loop is within another one, and reads only as
 * much of a pattern as that needs.
 */

type Chars = ReadonlySet<string>
/** One of the options, each a sequence; a single letter is a set of characters. */
type Node =
  | { readonly kind: 'chars'; readonly chars: Chars }
  | { readonly kind: 'group'; readonly options: readonly (readonly Node[])[] }
  | { readonly kind: 'loop'; readonly inside: Node; readonly isOptional: boolean }

/** A loop that repeats at most as often takes little time, whatever is in it. */
const fewRepeats = 8
/** So many loops that can take the same letters take a second for a long answer, and one more takes minutes. */
const mostInChain = 3
/** A loop with more words than that is not looked through. */
const mostWords = 300

const tokens =
  /\\[pPuk][{<][^}>]*[}>]|\\u[\da-f]{4}|\\x[\da-f]{2}|\\c[a-z]|\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/giu

/** Letters that stand for all, in addition to those of a pattern. */
const common = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code))

const charsOf = (token: string, letters: readonly string[]): Chars => {
  // A reference repeats what may be anything, and so may what no pattern allows.
  if (/^\\[1-9k]/.test(token)) return new Set(letters)
  try {
    const one = new RegExp(`^(?:${token})$`, 'u')
    return new Set(letters.filter(letter => one.test(letter)))
  } catch {
    return new Set(letters)
  }
}

const isAssertion = (token: string): boolean => /^(\^|\$|\\[bB])$/.test(token)

/** The largest number of repeats; null for a token that repeats nothing. */
const mostRepeats = (token: string): number | null => {
  if (/^[*+]/.test(token)) return Number.POSITIVE_INFINITY
  if (token.startsWith('?')) return 1
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? []
  if (least === undefined) return null
  if (comma === '') return Number(least)
  return most === '' ? Number.POSITIVE_INFINITY : Number(most)
}

const parse = (pattern: string): Node => {
  const letters = [...new Set([...common, ...pattern])]
  const rest = [...pattern.matchAll(tokens)].map(([token]) => token)
  const group = (start: string): Node => {
    // What looks around takes no letters, and so is no part of the sequence that it is in.
    const options: Node[][] = /^\(\?<?[=!]/.test(start) ? [[], []] : [[]]
    for (let token = rest.shift(); token !== undefined && token !== ')'; token = rest.shift()) {
      if (token === '|') options.push([])
      else if (!isAssertion(token)) {
        const node: Node = token.startsWith('(')
          ? group(token)
          : { kind: 'chars', chars: charsOf(token, letters) }
        const most = mostRepeats(rest[0] ?? '')
        const sign = most === null ? '' : (rest.shift() ?? '')
        const isOptional = /^([*?]|\{0)/.test(sign)
        if (most !== null && most > fewRepeats) {
          options.at(-1)?.push({ kind: 'loop', inside: node, isOptional })
        } else {
          const all = isOptional ? { kind: 'group' as const, options: [[], [node]] } : node
          options.at(-1)?.push(all)
        }
      }
    }
    return { kind: 'group', options }
  }
  return group('')
}

const meet = (some: Chars, others: Chars): boolean => [...some].some(one => others.has(one))

/** Every text that a loop repeats, as a list of sets; null for too many. */
const wordsOf = (node: Node): readonly (readonly Chars[])[] | null => {
  if (node.kind === 'chars') return [[node.chars]]
  if (node.kind === 'loop') return null
  const all: (readonly Chars[])[] = []
  for (const option of node.options) {
    let words: (readonly Chars[])[] = [[]]
    for (const part of option) {
      const ends = wordsOf(part)
      if (ends === null || words.length * ends.length > mostWords) return null
      words = words.flatMap(word => ends.map(end => [...word, ...end]))
    }
    all.push(...words)
  }
  return all.length > mostWords ? null : all
}

/** Whether a text can be read in several ways: then each repeat multiplies the ways. */
const isAmbiguous = (node: Node): boolean => {
  const words = wordsOf(node)
  if (words === null) return true
  return words.some((word, at) =>
    words.slice(at + 1).some(other => {
      const shorter = word.length < other.length ? word : other
      const longer = shorter === word ? other : word
      return shorter.every((chars, place) => meet(chars, longer[place] ?? new Set()))
    }),
  )
}

const everyChar = (node: Node): Chars => {
  if (node.kind === 'chars') return node.chars
  if (node.kind === 'loop') return everyChar(node.inside)
  return new Set(node.options.flat().flatMap(part => [...everyChar(part)]))
}

/** Whether a loop is ambiguous, or too many in a row can take the same letters. */
const isSlow = (node: Node): boolean => {
  if (node.kind === 'chars') return false
  if (node.kind === 'loop') return isAmbiguous(node.inside)
  return node.options.some(option => {
    let chain = 0
    let before: Chars = new Set()
    /** A group of one option is as its parts. */
    const flat = (parts: readonly Node[]): readonly Node[] =>
      parts.flatMap(part => {
        const [only, ...others] = part.kind === 'group' ? part.options : []
        return only !== undefined && others.length === 0 ? flat(only) : [part]
      })
    return flat(option).some(part => {
      if (isSlow(part)) return true
      const chars = everyChar(part)
      if (part.kind === 'loop') {
        chain = meet(before, chars) ? chain + 1 : Math.max(1, part.isOptional ? chain : 1)
        before = new Set([...(chain > 1 || part.isOptional ? before : []), ...chars])
      } else if (part.kind === 'chars' && !meet(before, chars)) chain = 0
      return chain > mostInChain
    })
  })
}

/** Whether a pattern without loops in loops can take forever for some text. */
export const hasSlowLoops = (pattern: string): boolean => isSlow(parse(pattern))
