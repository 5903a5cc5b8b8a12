import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'

/** Every export has a docstring, for readers who know only its name. */

const declared =
  /^export (?:const|function|class|interface|type|async function|abstract class) (\w+)/

/** Catalogues of words need no docstring, and a translation is described by the English one. */
const isWords = (path: string, line: string): boolean =>
  /^src\/messages\/(ar|fr)\//.test(path) || line.includes('translatable')

/** The exports of a file without a docstring. One may share the docstring of the export directly above it. */
const silentOf = (path: string, text: string): readonly string[] => {
  const lines = text.split('\n')
  const said = new Set<string>()
  let isSaidAbove = false
  return lines.flatMap((line, index) => {
    const [, name] = declared.exec(line) ?? []
    if (name === undefined) return []
    const above = lines[index - 1]?.trim() ?? ''
    const isSaid = above.endsWith('*/') || (above !== '' && isSaidAbove) || said.has(name)
    isSaidAbove = isSaid
    if (isSaid) said.add(name)
    return isSaid || isWords(path, line) ? [] : [`${path}:${index + 1} ${name}`]
  })
}

test('every export of the product has a docstring', () => {
  const product = sourceFiles.filter(({ path }) => !/^(tests|bench)\//.test(path))
  expect(product.flatMap(({ path, text }) => silentOf(path, text))).toEqual([])
})
