import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { csvLine } from '../../export/formats/csv.ts'
import { insertUser, organization } from '../../store/admin.ts'
import { addToGroup } from '../../store/groups.ts'
import { assignForm } from '../../store/forms.ts'
import { AdminProblem, wordAt, type AdminContext, type Command } from '../command.ts'
import { cardsPage, type NewPerson } from './cards.ts'
import { temporaryPassword } from './users.ts'

const columns = ['email', 'first_name', 'last_name', 'phone', 'region', 'group'] as const
type Person = Readonly<Record<(typeof columns)[number], string>>

/** The cells of a CSV (RFC 4180). The separator is a semicolon when the header row has one and no comma. */
const cellsOf = (text: string): readonly (readonly string[])[] => {
  const plain = text.replace(/^\uFEFF/, '')
  const [head = ''] = plain.split(/\r?\n/)
  const separator = head.includes(';') && !head.includes(',') ? ';' : ','
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y')
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < plain.length) {
    const found = cell.exec(plain)
    if (found === null) throw new AdminProblem('The CSV has a quote that does not end.')
    const [, value = '', end = ''] = found
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value.trim())
    if (end === separator) continue
    if (row.some(each => each !== '')) rows.push(row)
    row = []
  }
  return rows
}

/** The people of a CSV whose header row names the columns. Throws AdminProblem with every invalid line. */
const readPeople = (text: string): readonly Person[] => {
  const [head = [], ...rows] = cellsOf(text)
  const places = new Map(columns.map(name => [name, head.indexOf(name)]))
  if ((places.get('email') ?? -1) < 0) {
    throw new AdminProblem(
      `The first line names the columns: ${columns.join(', ')}. There is no email.`,
    )
  }
  const unknown = head.filter(name => !columns.some(column => column === name))
  if (unknown.length > 0) throw new AdminProblem(`There is no column ${unknown.join(', ')}.`)
  const people = rows.map(row => {
    const at = (name: (typeof columns)[number]) => row[places.get(name) ?? -1] ?? ''
    return {
      email: at('email').toLowerCase(),
      first_name: at('first_name'),
      last_name: at('last_name'),
      phone: at('phone'),
      region: at('region'),
      group: at('group'),
    }
  })
  const seen = new Set<string>()
  const problems = people.flatMap(({ email }, index) => {
    const isTwice = seen.has(email)
    seen.add(email)
    if (!/^[^\s@]+@[^\s@]+$/.test(email))
      return [`line ${index + 2}: "${email}" is no e-mail address`]
    return isTwice ? [`line ${index + 2}: ${email} is there twice`] : []
  })
  if (problems.length > 0) throw new AdminProblem(problems.join('\n'))
  return people
}

const addPerson = async (context: AdminContext, person: Person, formIds: readonly string[]) => {
  const password = temporaryPassword()
  const passwordHash = await context.passwords.hash(password)
  const now = new Date(context.clock())
  const isAdded = await context.db.tx(async query => {
    const id = randomUUID()
    const isNew = await insertUser(query, {
      id,
      email: person.email,
      passwordHash,
      firstName: person.first_name === '' ? (person.email.split('@')[0] ?? '') : person.first_name,
      lastName: person.last_name,
      phoneNumber: person.phone,
      address: person.region,
      organizationId: (await organization(query))?.id ?? null,
      now,
    })
    if (isNew) for (const formId of formIds) await assignForm(query, id, formId, now)
    if (isNew && person.group !== '') await addToGroup(query, id, person.group)
    return isNew
  })
  return isAdded ? password : null
}

/**
 * user import <people.csv> --out <passwords.csv> [--cards <cards.html>] [--assign <form>,<form>]. Existing people stay unchanged, so that
 * an interrupted import can be repeated.
 */
export const importPeople: Command = async (context, given) => {
  const path = wordAt(given, 0, 'a CSV of people')
  const { out, cards, assign = '' } = given.options
  if (out === undefined) throw new AdminProblem('Please give --out, a file for the passwords.')
  const { publicUrl } = context
  if (cards !== undefined && !publicUrl) {
    throw new AdminProblem('Cards contain the address of the app: please set PUBLIC_URL.')
  }
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AdminProblem(`${path} cannot be read.`)
  })
  const people = readPeople(text)
  const formIds = assign.split(',').filter(id => id !== '')
  const added: NewPerson[] = []
  const known: string[] = []
  try {
    for (let at = 0; at < people.length; at += 2) {
      const pair = people.slice(at, at + 2)
      const passwords = await Promise.all(pair.map(person => addPerson(context, person, formIds)))
      pair.forEach((person, index) => {
        const password = passwords[index] ?? null
        const name = `${person.first_name} ${person.last_name}`.trim()
        if (password === null) known.push(person.email)
        else added.push({ email: person.email, name, password })
      })
    }
  } finally {
    // Written also when the import fails half-way, because the people exist by then and these files have the only
    // copy of their passwords.
    const rows = added.map(({ email, name, password }) => [email, name, password])
    const lines = [['email', 'name', 'temporary_password'], ...rows].map(csvLine)
    await writeFile(out, lines.join(''), { mode: 0o600 })
    if (cards !== undefined && publicUrl) {
      await writeFile(cards, cardsPage(publicUrl, added), { mode: 0o600 })
    }
  }
  return [
    `${added.length} people added; their passwords are in ${out}, and nowhere else.`,
    ...(cards === undefined ? [] : [`${cards} has a card for each: print it, then delete it.`]),
    ...(known.length === 0 ? [] : [`${known.length} were there already: ${known.join(', ')}`]),
  ]
}
