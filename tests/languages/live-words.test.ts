import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { sourceFiles, target } from '../architecture/files.ts'
import { childrenOf, isFunction, type Node } from './syntax.ts'

/** Words change with the language, so a module must not keep them when it is loaded. */

const screens = sourceFiles.filter(
  ({ path }) => path.startsWith('src/') && !/^src\/(messages|office\/words)\//.test(path),
)

/** The names under which a file imports words. */
const wordsIn = (path: string, text: string): ReadonlySet<string> =>
  new Set(
    parseSync(path, text).module.staticImports.flatMap(({ moduleRequest, entries }) =>
      (target(path, moduleRequest.value) ?? '').startsWith('src/messages/')
        ? entries.filter(({ isType }) => !isType).map(({ localName }) => localName.value)
        : [],
    ),
  )

/** Where words are read while the module is loaded: outside every function, and not as a type. */
const readAtOnce = (node: Node, words: ReadonlySet<string>): readonly Node[] => {
  if (isFunction(node) || node.type.startsWith('TS') || node.type === 'ImportDeclaration') {
    return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
      ? readAtOnce(node['expression'] as Node, words)
      : []
  }
  if (node.type === 'Identifier' && words.has(String(node['name']))) return [node]
  return childrenOf(node).flatMap(child => readAtOnce(child, words))
}

const findIn = (path: string, text: string): readonly string[] => {
  const words = wordsIn(path, text)
  if (words.size === 0) return []
  const { program } = parseSync(path, text)
  return readAtOnce(program as unknown as Node, words).map(
    ({ start }) => `${path}:${text.slice(0, start).split('\n').length}`,
  )
}

test('no word is kept at the top of a module', () => {
  expect(screens.flatMap(({ path, text }) => findIn(path, text))).toEqual([])
})

test('a word kept at the top is found, one read at display time is not', () => {
  const text = `import { login } from '../messages/auth.ts'
    const kept = { label: login.email }
    const read = () => login.email`
  expect(findIn('src/app/sample.ts', text)).toEqual(['src/app/sample.ts:2'])
})
