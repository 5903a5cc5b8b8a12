import { open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { csvLine } from '../../export/formats/csv.ts'
import { notUtf8 } from '../../import/lists/csv-cells.ts'
import { allForms } from '../../store/admin.ts'
import {
  AdminProblem,
  counted,
  PartlyDone,
  whyOf,
  wordAt,
  type AdminContext,
  type Command,
} from '../command.ts'
import { addPerson, shownName } from './add-person.ts'
import { cardOf, cardsHead, type NewPerson } from './cards.ts'
import {
  personColumns,
  readPeople,
  type LineProblem,
  type Person,
  type ReadPeople,
} from './read-people.ts'
import { temporaryPassword } from './users.ts'

/** Why a file cannot be read, in words for the administrator. */
const unreadableText = (
  path: string,
  { why, text }: Extract<ReadPeople, { kind: 'unreadable' }>,
): string => {
  switch (why) {
    case 'encoding':
      return `${path} is ${notUtf8}.`
    case 'quote':
      return 'The CSV has a quote that does not end with its cell.'
    case 'no_email':
      return `The first line must name the columns: ${personColumns.join(', ')}. The column email is missing.`
    case 'column':
      return `There is no column ${text}.`
    case 'column_twice':
      return `The column ${text} appears twice.`
  }
}

const problemText = ({ line, why, text }: LineProblem): string => {
  switch (why) {
    case 'address':
      return `line ${line}: "${text}" is not an e-mail address`
    case 'stray':
      return `line ${line}: "${text}" is in no column; a cell with a separator in it needs quotes`
    case 'twice':
      return `line ${line}: ${text} appears twice`
  }
}

/** The people of a CSV. Throws AdminProblem with every invalid line. */
const peopleOf = (path: string, bytes: Uint8Array): readonly Person[] => {
  const read = readPeople(bytes)
  if (read.kind === 'unreadable') throw new AdminProblem(unreadableText(path, read))
  if (read.problems.length > 0) throw new AdminProblem(read.problems.map(problemText).join('\n'))
  return read.lines.map(({ person }) => person)
}

/** Adds a person. Returns the temporary password; null when the address is taken. */
const passwordOfNew = async (
  context: AdminContext,
  person: Person,
  formIds: readonly string[],
): Promise<string | null> => {
  const password = temporaryPassword()
  const passwordHash = await context.passwords.hash(password)
  const groups = person.group === '' ? [] : [person.group]
  const more = { passwordHash, groups, formIds, now: new Date(context.clock()) }
  return (await context.db.tx(query => addPerson(query, person, more))) ? password : null
}

const mustExist = async (context: AdminContext, formIds: readonly string[]): Promise<void> => {
  const known = new Set((await allForms(context.db.query)).map(({ id }) => id))
  const unknown = formIds.filter(id => !known.has(id))
  if (unknown.length > 0) throw new AdminProblem(`There is no form ${unknown.join(', ')}.`)
}

/** Creates a file for passwords. Never overwrites an earlier one, because its passwords are stored nowhere else. */
const createForPasswords = (path: string): Promise<FileHandle> =>
  // Appending, because a line that was taken back must leave no gap.
  open(path, 'ax', 0o600).catch((failure: NodeJS.ErrnoException) => {
    throw new AdminProblem(
      failure.code === 'EEXIST'
        ? `${path} exists already, and may have the only copy of passwords. Please name another file.`
        : `${path} cannot be written: ${failure.message}`,
    )
  })

const passwordLine = ({ email, name, password }: NewPerson): string =>
  csvLine([email, name, password])

/** Appends a text or nothing of it, because half a password looks like a whole one. */
const appendWhole = async (file: FileHandle, text: string): Promise<void> => {
  const { size } = await file.stat()
  try {
    await file.appendFile(text)
  } catch (failure) {
    await file.truncate(size)
    throw failure
  }
}

/** The end of an import whose files took no more. It names the people, because a repeat leaves them as they are. */
const unwrittenProblem = (emails: readonly string[], complete: number, why: unknown) =>
  new PartlyDone(
    `${whyOf(why)}. ${counted(complete, 'person is', 'people are')} complete. The password or the card of ${emails.join(' and ')} could not be written, and they have accounts: give each a new password with "user reset". Make room, and repeat the import for the others with another --out.`,
  )

interface Cards {
  readonly file: FileHandle
  readonly publicUrl: string
}

/** Adds the people, and writes each password and card as soon as its person exists, because the import may be killed. */
const addPeople = async (
  context: AdminContext,
  people: readonly Person[],
  formIds: readonly string[],
  { out, cards }: { readonly out: FileHandle; readonly cards: Cards | null },
) => {
  let added = 0
  const known: string[] = []
  await out.appendFile(csvLine(['email', 'name', 'temporary_password']))
  await cards?.file.appendFile(cardsHead)
  for (let at = 0; at < people.length; at += 2) {
    const pair = people.slice(at, at + 2)
    const passwords = await Promise.allSettled(
      pair.map(person => passwordOfNew(context, person, formIds)),
    )
    const unwritten: string[] = []
    let why: unknown = null
    for (const [index, person] of pair.entries()) {
      const result = passwords[index]
      if (result?.status !== 'fulfilled') continue
      if (result.value === null) known.push(person.email)
      else {
        const newPerson = { email: person.email, name: shownName(person), password: result.value }
        added += 1
        try {
          await appendWhole(out, passwordLine(newPerson))
          if (cards !== null) await appendWhole(cards.file, cardOf(cards.publicUrl, newPerson))
        } catch (failure) {
          unwritten.push(person.email)
          why = failure
        }
      }
    }
    if (unwritten.length > 0) throw unwrittenProblem(unwritten, added - unwritten.length, why)
    for (const result of passwords) if (result.status === 'rejected') throw result.reason
  }
  await out.sync()
  return { added, known }
}

/**
 * user import <people.csv> --out <passwords.csv> [--cards <cards.html>] [--assign <form>,<form>]. Leaves existing
 * people unchanged, so that an interrupted import can be repeated, with another --out.
 */
export const importPeople: Command = async (context, given) => {
  const path = wordAt(given, 0, 'a CSV of people')
  const { out, cards, assign = '' } = given.options
  if (out === undefined) throw new AdminProblem('Please give --out, a file for the passwords.')
  const { publicUrl } = context
  if (cards !== undefined && !publicUrl) {
    throw new AdminProblem('Cards contain the address of the app: please set PUBLIC_URL.')
  }
  const bytes = await readFile(path).catch(() => {
    throw new AdminProblem(`${path} cannot be read.`)
  })
  const people = peopleOf(path, bytes)
  const formIds = assign
    .split(',')
    .map(id => id.trim())
    .filter(id => id !== '')
  await mustExist(context, formIds)
  const file = await createForPasswords(out)
  const dropFile = async (failure: Error): Promise<never> => {
    // It is empty, and would refuse the repeat because it exists.
    await file.close()
    await rm(out, { force: true })
    throw failure
  }
  const cardsFile = cards === undefined ? null : await createForPasswords(cards).catch(dropFile)
  try {
    const { added, known } = await addPeople(context, people, formIds, {
      out: file,
      cards: cardsFile && publicUrl ? { file: cardsFile, publicUrl } : null,
    })
    return [
      `${counted(added, 'person', 'people')} added; the passwords are in ${out}, and nowhere else.`,
      ...(cards === undefined ? [] : [`${cards} has a card for each: print it, then delete it.`]),
      ...(known.length === 0 ? [] : [`${known.length} already existed: ${known.join(', ')}`]),
    ]
  } finally {
    await cardsFile?.close()
    await file.close()
  }
}
