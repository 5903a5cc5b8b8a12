import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../architecture/files.ts'
import { directionOf, languageNames, languages } from '../../src/messages/languages.ts'

/** A line starts on the left in English and on the right in Arabic, so style sheets must not name a side. */

const sides =
  /(^|[\s;{])((margin|padding|border)-(left|right)[\w-]*|(left|right)|border-(top|bottom)-(left|right)-radius)\s*:|(text-align|float|clear)\s*:\s*(left|right)\b/

const sheets = readdirSync(`${root}src`, { recursive: true })
  .map(String)
  .filter(path => path.endsWith('.css'))

const withoutComments = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, comment => comment.replaceAll(/[^\n]/g, ''))

const sidesIn = (css: string): readonly string[] =>
  withoutComments(css)
    .split('\n')
    .filter(line => sides.test(line))
    .map(line => line.trim())

test('no style sheet names a side', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const named = sheets.flatMap(path =>
    sidesIn(readFileSync(join(root, 'src', path), 'utf8')).map(line => `${path}: ${line}`),
  )
  expect(named).toEqual([])
})

test('a named side is found', () => {
  expect(sidesIn('.a {\n  margin-left: 4px;\n  text-align: right;\n  left: 0;\n}')).toHaveLength(3)
  expect(sidesIn('.a { margin-inline-start: 4px; text-align: start; inset-inline: 0; }')).toEqual(
    [],
  )
})

/** The classes of a style sheet whose text is cut off with dots, except the box of a list. */
const cutIn = (css: string): readonly string[] =>
  withoutComments(css)
    .split('}')
    .filter(rule => /line-clamp|text-overflow/.test(rule))
    .flatMap(rule => /\.([\w-]+)\s*\{/.exec(rule)?.[1] ?? [])
    .filter(name => name !== 'select')

const cutTexts = sheets.flatMap(path =>
  cutIn(readFileSync(join(root, 'src', path), 'utf8')).map(name => ({ path, name })),
)

// The dots are where the paragraph ends: with the page's direction, they replaced the beginning of a Latin line.
test.each(cutTexts)('$name of $path is cut off at the end of its own letters', ({ path, name }) => {
  const folder = join(root, 'src', dirname(path))
  const screens = readdirSync(folder).filter(file => file.endsWith('.tsx'))
  const tags = screens.flatMap(file => {
    const code = readFileSync(join(folder, file), 'utf8')
    const isStyled = code.includes(`/${basename(path)}'`)
    return isStyled
      ? (code.match(new RegExp(`<\\w+ [^<>]*styles\\.${name}\\b[^<>]*>`, 'g')) ?? [])
      : []
  })
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter(tag => !tag.includes('dir="auto"'))).toEqual([])
})

test('the texts that are cut off are found', () => {
  expect(cutTexts.length).toBeGreaterThanOrEqual(6)
})

test('each language has its name and its direction', () => {
  expect(languages.map(language => [languageNames[language], directionOf(language)])).toEqual([
    ['English', 'ltr'],
    ['Français', 'ltr'],
    ['العربية', 'rtl'],
  ])
})
