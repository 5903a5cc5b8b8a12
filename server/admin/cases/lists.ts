import { foldCase, inOrder } from '../../../collections/cases/fold.ts'
import {
  caseLists,
  casesInScope,
  historyOf,
  listsOfCases,
  type CaseListRow,
  type CaseRow,
} from '../../store/cases/office.ts'
import { AdminProblem, counted, wordAt, type Command } from '../command.ts'
import { dayNamed, listNamed, ownerNamed } from './names.ts'

/** The most cases that are printed. */
const mostPrinted = 1000

const listLine = ({ name, is_shared, owners, ...count }: CaseListRow): string => {
  const parts = [
    counted(count.cases, 'case'),
    `${count.visited} visited`,
    `${count.due} due`,
    ...(count.contested === '0' ? [] : [`${count.contested} contested`]),
    ...(count.unowned === '0' ? [] : [`${count.unowned} assigned to no one`]),
    ...(owners.length === 0 ? [] : [`all assigned to ${owners.join(', ')}`]),
    ...(is_shared ? ['shared'] : []),
  ]
  return `${name}  ${parts.join(', ')}`
}

const caseLine = ({ id, list, label, version, due, contested, owners }: CaseRow): string => {
  const parts = [
    list,
    `version ${version}`,
    ...(due === null ? [] : [`due ${due}`]),
    ...(contested === '' ? [] : [`contested: ${contested}`]),
    ...owners,
  ]
  return `${id}  ${label}  (${parts.join(', ')})`
}

/** case list: the progress of all lists. With a filter, the cases themselves. */
const list: Command = async ({ db, clock }, given) => {
  const { query } = db
  const { owner } = given.options
  const dueBefore = dayNamed(given, 'due-before')
  const isWhole = given.options['list'] === undefined && owner === undefined && dueBefore === null
  if (isWhole) {
    const today = new Date(clock()).toISOString().slice(0, 10)
    const lists = await db.tx(each => caseLists(each, today), { isLong: true })
    return lists.map(listLine)
  }
  const scope = {
    ...(given.options['list'] === undefined ? {} : { list: await listNamed(query, given) }),
    ...(owner === undefined ? {} : { owner: await ownerNamed(query, owner) }),
    ...(dueBefore === null ? {} : { dueBefore }),
  }
  const rows = await casesInScope(query, scope, mostPrinted + 1)
  return [
    ...rows.slice(0, mostPrinted).map(caseLine),
    ...(rows.length > mostPrinted ? ['There are more: "case export" has all of a list.'] : []),
  ]
}

/** case history <id>: what each interview and the office said of a case, in the order in which it counts. */
const history: Command = async ({ db }, given) => {
  const id = wordAt(given, 0, 'the id of a case')
  const lists = await listsOfCases(db.query, [id])
  if (!lists.has(id)) throw new AdminProblem(`There is no case ${id}.`)
  const rows = await historyOf(db.query, id)
  const emails = new Map(rows.map(({ operation, email }) => [operation.key, email]))
  const operations = rows.map(({ operation }) => operation)
  const { label, version, contested } = foldCase(operations)
  const lines = inOrder(operations).map(({ key, act, at, label: said, values, by, form_id }) => {
    const author = emails.get(key) ?? by
    const names = Object.entries(values).map(([property, value]) => {
      const isContested = contested[property]?.some(other => other.key === key) === true
      return `${property}=${JSON.stringify(value)}${isContested ? ' (contested)' : ''}`
    })
    const parts = [at, act, author, ...(form_id === '' ? [] : [form_id])]
    const label = said === '' ? [] : [`label=${JSON.stringify(said)}`]
    return [parts.join('  '), ...[...label, ...names].map(each => `  ${each}`)].join('\n')
  })
  return [`${id}  ${label}  (${lists.get(id)}, version ${version})`, ...lines]
}

/** The commands that show cases. */
export const listCommands = { list, history } satisfies Readonly<Record<string, Command>>
