import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'

/** The house rules for what an interview is. */

const product = sourceFiles.filter(({ path }) => /^(collections|replication|src)\//.test(path))

const filesWith = (pattern: RegExp, but: RegExp): readonly string[] =>
  product.filter(({ path, text }) => !but.test(path) && pattern.test(text)).map(({ path }) => path)

test('one file says which interview a row is', () => {
  const compares = /isSameTime\(|client_key\s*[!=]==\s*(?!'')[\w(]/
  expect(compares.test("row.client_key === ''")).toBe(false)
  expect(compares.test('row.client_key === sent.client_key')).toBe(true)
  expect(filesWith(compares, /^replication\/rows\/find-interview\.ts$/)).toEqual([])
})

test('only the machine writes a submission', () => {
  const writes =
    /\.(put|patch|insert|remove)\(\s*(transaction,\s*)?db\.submissions\b|planLog\([^)]*submissions/
  expect(writes.test("transaction.patch(db.submissions, id, { state: 'open' })")).toBe(true)
  expect(filesWith(writes, /^collections\/interview\/plan-move\.ts$/)).toEqual([])
})
