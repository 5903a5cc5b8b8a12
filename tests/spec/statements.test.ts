import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTitle, readStatements } from './statements/read.ts'

/** The list of the spec's statements names only tests and decisions that there are. */

const statements = readStatements()
const tests = join(import.meta.dirname, '..')

test('all 300 statements of the spec are listed, each once', () => {
  const numbers = statements.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(300)
  expect(numbers).toHaveLength(300)
})

test('every test that shows a statement exists, under its title', () => {
  const wrong = statements.flatMap(({ number, tests: named }) =>
    named.flatMap(({ file, title }) => {
      const path = join(tests, file)
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      const isThere = [title, title.replaceAll("'", String.raw`\'`)].some(each =>
        text.includes(each),
      )
      return isThere ? [] : [`${number} ${file}: ${title}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every decision that replaces a statement names it', () => {
  const wrong = statements.flatMap(({ number, decision }) =>
    decision === null || readFileSync(decision.path, 'utf8').includes(`\`${number}\``)
      ? []
      : [`${number} ${decision.path}`],
  )
  expect(wrong).toEqual([])
})

test('a title is found with anything in the place of its placeholders, and whole words', () => {
  expect(hasTitle('%s is an address'.replace('%s', 'a@b.c'), '%s is an address')).toBe(true)
  expect(hasTitle('9.1 app version', '9.1 app')).toBe(true)
  expect(hasTitle('4.16: Everything', '4.16')).toBe(true)
  expect(hasTitle('4.16: Everything', '4.1')).toBe(false)
  expect(hasTitle('/projects/all', '/projects')).toBe(false)
})
