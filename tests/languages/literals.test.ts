import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { sourceFiles } from '../architecture/files.ts'
import { childrenOf, type Node } from './syntax.ts'

/** Every displayed word is in the catalogue, and none in a screen's own code. */

/** The attributes and component values that are displayed or read aloud. */
const shown =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|title|placeholder|alt|label|help|error|hint|message|text|heading|summary|closeLabel|busyText|confirmLabel|pendingLabel)$/

const isWord = (text: string): boolean => /\p{L}{2}/u.test(text)

/** The literal texts that an expression may evaluate to. */
const textsOf = (node: Node): readonly Node[] => {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' && isWord(node['value']) ? [node] : []
    case 'TemplateLiteral':
      return (node['quasis'] as readonly Node[]).filter(({ value }) =>
        isWord((value as { cooked?: string }).cooked ?? ''),
      )
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return textsOf(node['expression'] as Node)
    case 'ConditionalExpression':
      return [...textsOf(node['consequent'] as Node), ...textsOf(node['alternate'] as Node)]
    case 'LogicalExpression':
      return [...textsOf(node['left'] as Node), ...textsOf(node['right'] as Node)]
    case 'BinaryExpression':
      return node['operator'] === '+'
        ? [...textsOf(node['left'] as Node), ...textsOf(node['right'] as Node)]
        : []
    default:
      return []
  }
}

const literalsIn = (node: Node): readonly Node[] => {
  const inner = childrenOf(node).flatMap(literalsIn)
  if (node.type === 'JSXText') return isWord(String(node['value'])) ? [node] : []
  if (node.type === 'JSXAttribute') {
    const name = (node['name'] as Node)['name']
    const value = node['value'] as Node | null
    const isShown = typeof name === 'string' && shown.test(name) && value !== null
    return isShown ? [...textsOf(value), ...inner] : inner
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const said = (node['children'] as readonly Node[]).filter(
      ({ type }) => type === 'JSXExpressionContainer',
    )
    return [...said.flatMap(textsOf), ...inner]
  }
  return inner
}

const findIn = (path: string, text: string): readonly string[] =>
  literalsIn(parseSync(path, text).program as unknown as Node).map(
    ({ start, end }) => `${path}: ${text.slice(start, Number(end)).trim()}`,
  )

test('no screen has words of its own', () => {
  const screens = sourceFiles.filter(
    // The developers' inspector is not part of the deployed build.
    ({ path }) => /^src\/.*\.tsx$/.test(path) && !path.startsWith('src/dev/'),
  )
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.flatMap(({ path, text }) => findIn(path, text))).toEqual([])
})

test('words are found between tags, in texts for screen readers, and in options', () => {
  const found = (jsx: string) => findIn('src/sample.tsx', `const a = ${jsx}`)
  expect(found('<p>Hello</p>')).toEqual(['src/sample.tsx: Hello'])
  expect(found(`<p>{isOpen ? 'Open' : words.closed}</p>`)).toEqual(["src/sample.tsx: 'Open'"])
  expect(found('<img alt="A map" />')).toEqual(['src/sample.tsx: "A map"'])
  expect(found('<b aria-label={`${count} files`} />')).toEqual(['src/sample.tsx: } files`'])
  expect(found('<p>{words.hello} · 3 {count}</p>')).toEqual([])
  expect(found('<i className="wide" role="alert" />')).toEqual([])
})
