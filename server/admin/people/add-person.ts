import { randomUUID } from 'node:crypto'
import type { Query } from '../../db/db.ts'
import { insertUser, organization } from '../../store/admin.ts'
import { assignForm } from '../../store/forms.ts'
import { addToGroup } from '../../store/groups.ts'
import type { Person } from './read-people.ts'

/** What a surveyor is called: their names, or the first part of the address without any. */
export const shownName = ({
  email,
  first_name,
  last_name,
}: Pick<Person, 'email' | 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim() || (email.split('@')[0] ?? '')

/**
 * Adds a surveyor with a temporary password, their groups and forms, in a transaction. Returns false when the address is
 * taken.
 */
export const addPerson = async (
  query: Query,
  person: Omit<Person, 'group'>,
  more: {
    readonly passwordHash: string
    readonly groups: readonly string[]
    readonly formIds: readonly string[]
    readonly now: Date
  },
): Promise<boolean> => {
  const id = randomUUID()
  const { email, first_name, last_name } = person
  const isNew = await insertUser(query, {
    id,
    email,
    passwordHash: more.passwordHash,
    firstName: first_name === '' && last_name === '' ? shownName(person) : first_name,
    lastName: last_name,
    phoneNumber: person.phone,
    address: person.region,
    organizationId: (await organization(query))?.id ?? null,
    now: more.now,
  })
  if (!isNew) return false
  for (const formId of more.formIds) await assignForm(query, id, formId, more.now)
  for (const group of more.groups) await addToGroup(query, id, group)
  return true
}
