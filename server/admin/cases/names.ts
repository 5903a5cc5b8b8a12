import type { Query } from '../../db/db.ts'
import { isCalendarDay } from '../../env/clock.ts'
import { allGroups } from '../../store/groups.ts'
import { isCaseList } from '../../store/cases/office.ts'
import { groupOwner, userOwner } from '../../store/cases/owners.ts'
import { AdminProblem, type Arguments } from '../command.ts'
import { userWithEmail } from '../people/users.ts'

/** The owner that an e-mail address or the name of a group names. Throws AdminProblem when there is none. */
export const ownerNamed = async (query: Query, name: string): Promise<string> => {
  if (name.includes('@')) return userOwner((await userWithEmail(query, name)).id)
  const groups = await allGroups(query)
  if (groups.some(group => group.name === name)) return groupOwner(name)
  throw new AdminProblem(`There is no group ${name}.`)
}

/** The list that `--list` names. Throws AdminProblem when it is missing, or when there is none of that name. */
export const listNamed = async (query: Query, { options }: Arguments): Promise<string> => {
  const { list } = options
  if (list === undefined) throw new AdminProblem('Please give --list, the name of a list of cases.')
  if (await isCaseList(query, list)) return list
  throw new AdminProblem(
    `There is no list of cases ${list}: a form that registers cases makes it, or "case import".`,
  )
}

/** The day that an option names; null without it. Throws AdminProblem for another text. */
export const dayNamed = ({ options }: Arguments, name: string): string | null => {
  const day = options[name]
  if (day === undefined) return null
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day)) return day
  throw new AdminProblem(`--${name} is a day such as 2026-12-24, not "${day}".`)
}
