import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'

/** What an export is for stands above it, for whoever meets it by its name alone. */

const declared =
  /^export (?:const|function|class|interface|type|async function|abstract class) (\w+)/

/** Words say what they are; a translation stands for the English one. */
const isWords = (path: string, line: string): boolean =>
  /^src\/messages\/(ar|fr)\//.test(path) || line.includes('translatable')

/** The exports of a file without a word. One may share the words of the export right above it. */
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

test('every export of the product says what it is for', () => {
  const product = sourceFiles.filter(({ path }) => !/^(tests|bench)\//.test(path))
  expect(product.flatMap(({ path, text }) => silentOf(path, text))).toEqual([])
})
