import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The list of the spec's statements, with what shows each:
 *
 *   4.12 Files wait for their submission.               the number, and the statement in our own words
 *     test replication/…/one-try-files.test.ts: title   a test under tests/, by the beginning of its title
 *     decision 0021: reason                             the record that replaces the statement, or a part of it
 */
export interface Statement {
  readonly number: string
  readonly summary: string
  readonly tests: readonly NamedTest[]
  readonly decision: { readonly path: string; readonly reason: string } | null
}

/** A test by its file under tests/ and the beginning of its title. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

const root = join(import.meta.dirname, '../../..')
const records = 'docs/decisions'

/** Reads the list. Throws on a line that is none. */
export const readStatements = (): readonly Statement[] => {
  const text = readFileSync(join(import.meta.dirname, 'statements.txt'), 'utf8')
  const statements: Statement[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const last = statements.at(-1)
    const [, number, summary] = /^(\d\S*) (.+)$/.exec(line) ?? []
    const [, file, title] = /^ {2}test (\S+): (.+)$/.exec(line) ?? []
    const [, record, reason] = /^ {2}decision (\d{4}): (.+)$/.exec(line) ?? []
    if (number !== undefined && summary !== undefined) {
      statements.push({ number, summary, tests: [], decision: null })
    } else if (last !== undefined && file !== undefined && title !== undefined) {
      statements[statements.length - 1] = { ...last, tests: [...last.tests, { file, title }] }
    } else if (last !== undefined && record !== undefined && reason !== undefined) {
      statements[statements.length - 1] = { ...last, decision: { path: pathOf(record), reason } }
    } else throw new Error(`This is no line of the statements: ${line}`)
  }
  return statements
}

const pathOf = (record: string): string => {
  const name = readdirSync(join(root, records)).find(each => each.startsWith(`${record}-`))
  if (name === undefined) throw new Error(`There is no decision ${record}.`)
  return join(records, name)
}

/** Whether a test runs in a browser. */
export const isInBrowser = ({ file }: Pick<NamedTest, 'file'>): boolean => file.startsWith('e2e/')

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether a test that ran has a title of the list, whose placeholders stand for anything. */
export const hasTitle = (ran: string, title: string): boolean => {
  const parts = title.split(/%[a-z#]|\$\w+|\$\{[^}]*\}/)
  return new RegExp(`^${parts.map(escaped).join('.*')}($|[ :?])`, 's').test(ran)
}
