/** Rules for every component, checked in the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { declarations } from './colours.ts'

const filesBelow = (folder: URL) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.\w+$/.test(path))
    .map(path => ({
      name: basename(path),
      text: readFileSync(new URL(path, folder), 'utf8'),
    }))

const files = filesBelow(new URL('../../src/ui/', import.meta.url))
// A feature may use a sheet of the parts, as both kinds of rows do.
const code = filesBelow(new URL('../../src/', import.meta.url)).filter(({ name }) =>
  name.endsWith('.tsx'),
)
const sheets = files.filter(file => /\.module\.css$|^base\.css$/.test(file.name))
const modules = sheets.filter(file => file.name !== 'base.css')
const tokens = files.find(file => file.name === 'tokens.css')?.text ?? ''
const known = new Set(declarations(tokens, ':root {').map(([name]) => name))

test.each(sheets)('$name uses only tokens that exist', ({ text }) => {
  const own = new Set([...text.matchAll(/--([\w-]+):/g)].map(([, name]) => name))
  // A variable with a fallback may be set from outside, as --icon is.
  const needed = [...text.matchAll(/var\(\s*--([\w-]+)\s*\)/g)].map(([, name = '']) => name)
  expect(needed.filter(name => !known.has(name) && !own.has(name))).toEqual([])
})

test.each(sheets)('$name uses logical sides: left and right follow the language', ({ text }) => {
  const sided =
    /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-)?(?:left|right)\s*:|text-align:\s*(?:left|right)/
  expect(sided.exec(text)?.[0]).toBeUndefined()
})

test.each(modules)('$name uses every class it has', ({ name, text }) => {
  const classes = new Set(
    [...text.matchAll(/\.([a-z][\w]*)(?=[\s:.,>+[{)])/gi)].map(([, name]) => name),
  )
  const users = code.filter(file => file.text.includes(`/${name}'`)).map(file => file.text)
  expect(users.length).toBeGreaterThan(0)
  // A component may choose a class by a value: styles[kind].
  const values = users.join('\n')
  const unused = [...classes].filter(
    known => known && !new RegExp(`\\b\\w+\\.${known}\\b|'${known}'|\\b${known}:`).test(values),
  )
  expect(unused).toEqual([])
})
