import type { FormOverview, FormPeople } from '../../../replication/wire/office/form-answers.ts'
import { good, refuse } from '../../http/answer.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import {
  formFileHeads,
  formNow,
  formPeopleIn,
  formVersionHeads,
  isFormIn,
  sectionsOfVersions,
} from '../../store/office/forms.ts'
import { formsInScope } from '../../store/office/overview.ts'
import type { AccountHandler } from '../office-call.ts'
import { changesBetween } from './changes.ts'
import { outlineOf } from './outline.ts'

/** The answer for a form that is not there, or not within the scope. */
export const noForm = refuse(404, 'The form is not there, or not among what you see.')

/** GET office/forms/{id} */
export const form: AccountHandler = async ({ account, id, backend: { db } }) => {
  const head = (await formsInScope(db.query, scopeOf(account), id))[0]
  const now = await formNow(db.query, id)
  if (head === undefined || now === null) return noForm
  const data: FormOverview = {
    id,
    title: head.title,
    description: head.description,
    state: head.removed_at === null ? head.status : 'removed',
    updated_at: head.updated_at.toISOString(),
    assigned: head.assigned,
    submissions: head.stored,
    last_received_at: head.last_received_at?.toISOString() ?? null,
    versions: (await formVersionHeads(db.query, id)).map(({ number, created_at, fields }) => ({
      number,
      created_at: created_at.toISOString(),
      fields,
    })),
    files: (await formFileHeads(db.query, id)).map(file => ({
      ...file,
      type: file.type ?? 'list',
    })),
    sections: outlineOf(now.sections),
  }
  return good('Form', data)
}

/** GET office/forms/{id}/changes */
export const formChanges: AccountHandler = async ({ account, id, query, backend: { db } }) => {
  if (!(await isFormIn(db.query, scopeOf(account), id))) return noForm
  const [from, to] = ['from', 'to'].map(name => Number(query.get(name) ?? 'none'))
  const numbers = [from, to].filter(number => Number.isInteger(number)).map(Number)
  const sections = await sectionsOfVersions(db.query, id, numbers)
  const [before, after] = [sections.get(from ?? 0), sections.get(to ?? 0)]
  if (before === undefined || after === undefined)
    return refuse(404, 'The form has no such version.')
  return good('Changes', changesBetween(before, after))
}

/** GET office/forms/{id}/people */
export const formPeople: AccountHandler = async ({ account, id, backend: { db } }) => {
  const scope = scopeOf(account)
  if (!(await isFormIn(db.query, scope, id))) return noForm
  const rows = await formPeopleIn(db.query, scope, id)
  const groups = new Map<string, { members: number; assigned: number }>()
  const isShown = (name: string) => scope.kind !== 'groups' || scope.names.includes(name)
  for (const row of rows)
    for (const name of (row.groups ?? []).filter(isShown)) {
      const { members, assigned } = groups.get(name) ?? { members: 0, assigned: 0 }
      groups.set(name, { members: members + 1, assigned: assigned + (row.is_assigned ? 1 : 0) })
    }
  const data: FormPeople = {
    people: rows.map(({ groups: names, ...row }) => ({
      ...row,
      groups: (names ?? []).filter(isShown),
    })),
    groups: [...groups].map(([name, counts]) => ({ name, ...counts })),
  }
  return good('People', data)
}
