import { storableText } from '../../db/storable.ts'
import { csvCells } from '../../import/lists/csv-cells.ts'
import { utf8Text } from '../../import/utf8-text.ts'

/** The columns of a CSV of people; only the address is required. */
export const personColumns = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'region',
  'group',
] as const

/** A person as a line describes them; '' for what it does not say. */
export type Person = Readonly<Record<(typeof personColumns)[number], string>>

/** A person with the number of their line. */
export interface PersonLine {
  readonly line: number
  readonly person: Person
}

/** Why a line is refused: no address, one that appears twice, or a cell in no column. */
export interface LineProblem {
  readonly line: number
  readonly email: string
  readonly why: 'address' | 'twice' | 'stray'
  /** The text that is wrong. */
  readonly text: string
}

/** What a CSV of people has, or why it cannot be read. */
export type ReadPeople =
  | {
      readonly kind: 'unreadable'
      readonly why: 'encoding' | 'quote' | 'no_email' | 'column' | 'column_twice'
      /** The name of the column that is unknown or appears twice. */
      readonly text: string
    }
  | {
      readonly kind: 'read'
      readonly lines: readonly PersonLine[]
      readonly problems: readonly LineProblem[]
    }

/** Whether a text has the shape of an e-mail address. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

const unreadable = (
  why: 'encoding' | 'quote' | 'no_email' | 'column' | 'column_twice',
  text = '',
) => ({ kind: 'unreadable', why, text }) as const

/** Reads a CSV of people whose header row names the columns. */
export const readPeople = (bytes: Uint8Array): ReadPeople => {
  const text = utf8Text(bytes)
  if (text === null) return unreadable('encoding')
  const cells = csvCells(storableText(text))
  if (cells === null) return unreadable('quote')
  const [first = [], ...rows] = cells
  const head = first.map(name => name.trim().toLowerCase())
  if (!head.includes('email')) return unreadable('no_email')
  // A spreadsheet writes columns without a name after the others; their cells are looked at with each line.
  const unknown = head.filter(name => name !== '' && !personColumns.some(column => column === name))
  if (unknown.length > 0) return unreadable('column', unknown.join(', '))
  const twice = head.find((name, index) => name !== '' && head.indexOf(name) !== index)
  if (twice !== undefined) return unreadable('column_twice', twice)
  const seen = new Set<string>()
  const lines: PersonLine[] = []
  const problems: LineProblem[] = []
  for (const [index, row] of rows.entries()) {
    const at = (name: (typeof personColumns)[number]) => (row[head.indexOf(name)] ?? '').trim()
    const person: Person = {
      email: at('email').toLowerCase(),
      first_name: at('first_name'),
      last_name: at('last_name'),
      phone: at('phone'),
      region: at('region'),
      group: at('group'),
    }
    const { email } = person
    const isTwice = seen.has(email)
    seen.add(email)
    const line = index + 2
    const stray = row.find((cell, place) => cell.trim() !== '' && !head[place])
    if (!isAddress(email)) problems.push({ line, email, why: 'address', text: email })
    else if (stray !== undefined) problems.push({ line, email, why: 'stray', text: stray })
    else if (isTwice) problems.push({ line, email, why: 'twice', text: email })
    else lines.push({ line, person })
  }
  return { kind: 'read', lines, problems }
}
