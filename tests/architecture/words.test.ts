import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './files.ts'

/** Plain words in comments, test names and documents (CONTRIBUTING.md, 'How we write'). */

/** Words that make a sentence hard to read, with what to write instead. */
const refused: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bnobody\b/i, 'no one, or a sentence with another subject'],
  [/\bwho(m)?ever\b/i, 'the person or part that is meant'],
  [/\b(told|tells)\b/i, 'returns, shows, reports, notifies'],
  [/\b(gives?|gave|given|giving) back\b/i, 'returns'],
  [/\bbeside\b/i, 'next to, in addition to, compared with'],
  [/\bshall\b/i, 'must, or the present tense'],
  [/\bno news\b/i, 'what is already known'],
  [/\bhears?\b/i, 'receives, is notified'],
  [/, for (it|they|he|she|we|there|nothing|this|these|that) /i, 'because'],
]

/** The words of a text except those in backticks or double quotes, which are quotations. */
const ownWords = (text: string): string =>
  text.replaceAll(/`[^`]*`|"[^"\n]*"/g, quote => quote.replaceAll(/[^\n]/g, ' '))

const testName = /\b(?:test|it|describe\w*)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.*?)\1/g

interface Passage {
  readonly path: string
  readonly line: number
  readonly text: string
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const sourcePassages: readonly Passage[] = sourceFiles.flatMap(({ path, text }) => [
  ...parseSync(path, text).comments.map(({ start, value }) => ({
    path,
    line: lineAt(text, start),
    text: value.replaceAll(/^\s*\* ?/gm, ' '),
  })),
  ...(path.startsWith('tests/')
    ? [...text.matchAll(testName)].map(({ index, 2: name = '' }) => ({
        path,
        line: lineAt(text, index),
        text: name,
      }))
    : []),
])

const documents = ['', 'docs', 'collections', 'replication', 'src', 'server', 'tests', 'bench']
  .flatMap(room =>
    readdirSync(`${root}${room}`, { recursive: room !== '', encoding: 'utf8' }).map(name =>
      `${room}/${name}`.replaceAll('\\', '/').replace(/^\//, ''),
    ),
  )
  .filter(path => path.endsWith('.md') && !path.includes('node_modules/'))

const documentPassages: readonly Passage[] = documents.map(path => ({
  path,
  line: 1,
  text: readFileSync(`${root}${path}`, 'utf8').replaceAll(/^```[^]*?^```/gm, code =>
    code.replaceAll(/[^\n]/g, ' '),
  ),
}))

const findingsIn = ({ path, line, text }: Passage): readonly string[] =>
  refused.flatMap(([word, instead]) =>
    [...ownWords(text).replaceAll('\n', ' ').matchAll(new RegExp(word, 'gi'))].map(
      ({ 0: found, index }) =>
        `${path}:${line + lineAt(text, index) - 1} "${found.trim()}": write ${instead}`,
    ),
  )

const findings = [...sourcePassages, ...documentPassages].flatMap(findingsIn)

test('comments, test names and documents use plain words', () => {
  expect(findings).toEqual([])
})

test('refused words are found in sentences, and not in quotations', () => {
  const of = (text: string) => findingsIn({ path: 'a.md', line: 1, text }).length
  expect(of('One tab\nhears of it, for it was told.')).toBe(3)
  expect(of('The header `beside` and the text "nobody" are quotations.')).toBe(0)
})
