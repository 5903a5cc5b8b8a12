import { Untranslatable } from './translation.ts'
import { ExpressionProblem } from './tree.ts'

/** A token of an expression, with its start position. */
export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'reference'; readonly name: string; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'sign'; readonly sign: string; readonly at: number }
  | { readonly kind: 'end'; readonly at: number }

const space = /\s+/y
const number = /\d+(?:\.\d*)?|\.\d+/y
const name = /[\p{L}_][\p{L}\p{N}\p{M}_.-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.-]*)?/uy
const reference = /\$\{\s*([^{}]*?)\s*\}/y
const axis =
  /(?:ancestor|ancestor-or-self|attribute|child|descendant|descendant-or-self|following|following-sibling|namespace|parent|preceding|preceding-sibling|self)\s*::/y
const sign = /<=|>=|!=|\/\/|\.\.|::|[()[\],=<>+\-*/|.@]/y
/** Word processors replace straight quotes by these. */
const curly: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201C': '"',
  '\u201D': '"',
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const readText = (text: string, at: number): Token & { readonly kind: 'text' } => {
  const end = text.indexOf(text.charAt(at), at + 1)
  if (end < 0) throw new ExpressionProblem('a quotation mark is not closed', at)
  return { kind: 'text', value: text.slice(at + 1, end), at }
}

const readReference = (text: string, at: number) => {
  const found = matchAt(reference, text, at)
  if (found === null) throw new ExpressionProblem('"$" is not followed by a name in braces', at)
  if (found[1] === '') throw new ExpressionProblem('the braces contain no name', at)
  return {
    token: { kind: 'reference', name: found[1] ?? '', at } as const,
    end: at + found[0].length,
  }
}

/** The tokens of an expression, the end last. Throws ExpressionProblem, and Untranslatable for an axis. */
export const tokensOf = (source: string): readonly Token[] => {
  const text = source.replace(/[\u2018\u2019\u201C\u201D]/g, mark => curly[mark] ?? mark)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const blank = matchAt(space, text, at)
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const start = text.charAt(at)
    if (start === "'" || start === '"') {
      const token = readText(text, at)
      tokens.push(token)
      at += token.value.length + 2
      continue
    }
    if (start === '$') {
      const { token, end } = readReference(text, at)
      tokens.push(token)
      at = end
      continue
    }
    const digits = matchAt(number, text, at)
    if (digits !== null) {
      tokens.push({ kind: 'number', value: Number(digits[0]), at })
      at += digits[0].length
      continue
    }
    const step = matchAt(axis, text, at)
    if (step !== null) throw new Untranslatable(`it goes along "${step[0]}"`)
    const word = matchAt(name, text, at)
    if (word !== null) {
      tokens.push({ kind: 'name', name: word[0], at })
      at += word[0].length
      continue
    }
    const mark = matchAt(sign, text, at)
    if (mark === null) throw new ExpressionProblem(`"${start}" is not understood`, at)
    tokens.push({ kind: 'sign', sign: mark[0], at })
    at += mark[0].length
  }
  return [...tokens, { kind: 'end', at: text.length }]
}
