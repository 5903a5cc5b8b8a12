import { dueProperty } from '../../../collections/cases/operation.ts'
import type { Query } from '../../db/db.ts'
import { listsOfCases } from '../../store/cases/office.ts'
import { addOffice } from '../../store/cases/operations.ts'
import {
  assignCases,
  assignList,
  shareList,
  unassignCases,
  unassignList,
} from '../../store/cases/owners.ts'
import { AdminProblem, counted, wordAt, type Arguments, type Command } from '../command.ts'
import { dayNamed, listNamed, ownerNamed } from './names.ts'
import { officeSays } from './office.ts'

/** The cases that the words name, or null for a whole list. Throws AdminProblem for both, and for an unknown case. */
const namedCases = async (query: Query, { words, options }: Arguments) => {
  if (options['list'] !== undefined) {
    if (words.length > 0)
      throw new AdminProblem('Please give the ids of cases or --list, not both.')
    return null
  }
  if (words.length === 0) throw new AdminProblem('Please give the ids of cases, or --list.')
  const ids = [...new Set(words)]
  const lists = await listsOfCases(query, ids)
  const unknown = ids.filter(id => !lists.has(id))
  if (unknown.length > 0) throw new AdminProblem(`There is no case ${unknown.join(', ')}.`)
  return { ids, lists }
}

const named = (given: Arguments, option: string): string => {
  const name = given.options[option]?.trim() ?? ''
  if (name === '')
    throw new AdminProblem(`Please give --${option}, an e-mail address or the name of a group.`)
  return name
}

/** case assign <id> … | --list <list> --to <e-mail or group> [--only] [--due <day>] */
const assign: Command = async (context, given) => {
  const to = named(given, 'to')
  const due = dayNamed(given, 'due')
  const isOnly = given.options['only'] !== undefined
  return context.db.tx(
    async query => {
      const owner = await ownerNamed(query, to)
      const cases = await namedCases(query, given)
      const only = isOnly ? ', and to no one else' : ''
      if (cases === null) {
        const list = await listNamed(query, given)
        if (due !== null)
          throw new AdminProblem('--due is for single cases. For a whole list, use "case import".')
        await assignList(query, list, owner, isOnly)
        return [`${list} is assigned to ${to} as a whole${only}.`]
      }
      const { ids, lists } = cases
      if (due !== null) {
        const say = await officeSays(query, context)
        const values = { [dueProperty]: due }
        await addOffice(query, ids, (id, operations) =>
          say({ list: lists.get(id) ?? '', id, label: '', values }, operations),
        )
      }
      await assignCases(query, ids, owner, isOnly)
      return [
        `${counted(ids.length, 'case is', 'cases are')} assigned to ${to}${only}${due === null ? '' : `, due on ${due}`}.`,
      ]
    },
    { isLong: true },
  )
}

/** case unassign <id> … | --list <list> --from <e-mail or group> */
const unassign: Command = async ({ db }, given) => {
  const from = named(given, 'from')
  return db.tx(async query => {
    const owner = await ownerNamed(query, from)
    const cases = await namedCases(query, given)
    if (cases === null) {
      const list = await listNamed(query, given)
      if (!(await unassignList(query, list, owner)))
        throw new AdminProblem(`${list} is not assigned to ${from} as a whole.`)
      return [`${list} is no longer assigned to ${from} as a whole.`]
    }
    const count = await unassignCases(query, cases.ids, owner)
    return [`${counted(count, 'case is', 'cases are')} no longer assigned to ${from}.`]
  })
}

/** case share --list <list> on|off */
const share: Command = async ({ db }, given) => {
  const list = await listNamed(db.query, given)
  const state = wordAt(given, 0, 'on or off')
  if (state !== 'on' && state !== 'off') throw new AdminProblem('Please give on or off.')
  await shareList(db.query, list, state === 'on')
  return [
    state === 'on'
      ? `${list} is shared with everyone who has a form of it.`
      : `${list} is no longer shared.`,
  ]
}

/** The commands that say whose cases are. */
export const assignCommands = { assign, unassign, share } satisfies Readonly<
  Record<string, Command>
>
