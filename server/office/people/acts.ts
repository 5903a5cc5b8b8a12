import {
  ActiveRequest,
  Chosen,
  ChosenForCards,
  EraseRequest,
  GroupsRequest,
  type Card,
} from '../../../replication/wire/office/people-calls.ts'
import { shownName } from '../../admin/people/add-person.ts'
import { loginLink } from '../../admin/people/cards.ts'
import type { PeopleScope } from '../../admin/people/plan-people.ts'
import { resetPassword, temporaryPassword } from '../../admin/people/users.ts'
import { good, refuse, refuseFields } from '../../http/answer.ts'
import { readBody } from '../../http/validate.ts'
import { setActive } from '../../store/admin.ts'
import { eraseUser } from '../../store/erase.ts'
import { addToGroup, removeFromGroup } from '../../store/groups.ts'
import { groupNames, type PersonRecord } from '../../store/office/people.ts'
import { deleteOtherSessions } from '../../store/sessions.ts'
import {
  changingPeople,
  chosenPeople,
  noGroup,
  notFound,
  onePerson,
  otherGroup,
} from './within-scope.ts'

const addressesOf = (people: readonly PersonRecord[]): string =>
  people.map(({ email }) => email).join(' ')

/** What is printed for a person: where they sign in, and with what. */
export const cardFor = (
  origin: string,
  { email, first_name, last_name }: Pick<PersonRecord, 'email' | 'first_name' | 'last_name'>,
  password: string,
): Card => {
  const name = shownName({ email, first_name, last_name })
  return { email, name, password, app: origin, link: loginLink(origin, { email, name, password }) }
}

/** POST office/people/cards */
export const peopleReset = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, ChosenForCards)
  if (!body.ok) return body.refusal
  const { db, passwords } = call.backend
  const ids = [...new Set(body.value.ids)]
  const made: { readonly password: string; readonly hash: string }[] = []
  // Before the transaction and one by one, because each takes half a second and surveyors sign in meanwhile.
  for (const _ of ids) {
    const password = temporaryPassword()
    made.push({ password, hash: await passwords.hash(password) })
  }
  const people = await db.tx(async query => {
    const chosen = await chosenPeople(query, scope, ids)
    if (chosen === null) return null
    for (const [index, { id }] of chosen.entries())
      await resetPassword(query, id, made[index]?.hash ?? '')
    return chosen
  })
  if (people === null) return notFound
  call.note(addressesOf(people))
  const cards = people.map((each, index) => cardFor(call.origin, each, made[index]?.password ?? ''))
  return good('New temporary passwords', { cards })
})

/** POST office/people/active */
export const peopleActivate = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, ActiveRequest)
  if (!body.ok) return body.refusal
  const { ids, is_active } = body.value
  const people = await call.backend.db.tx(async query => {
    const chosen = await chosenPeople(query, scope, ids)
    for (const { id } of chosen ?? []) await setActive(query, id, is_active)
    return chosen
  })
  if (people === null) return notFound
  call.note(`${is_active ? 'active' : 'inactive'} ${addressesOf(people)}`)
  return good('Done', null)
})

/** POST office/people/sign-out */
export const peopleEndSessions = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, Chosen)
  if (!body.ok) return body.refusal
  const people = await call.backend.db.tx(async query => {
    const chosen = await chosenPeople(query, scope, body.value.ids)
    for (const { id } of chosen ?? []) await deleteOtherSessions(query, id, null)
    return chosen
  })
  if (people === null) return notFound
  call.note(addressesOf(people))
  return good('All their sessions have ended', null)
})

/** GET office/groups */
export const groups = changingPeople(async ({ backend: { db } }, scope) =>
  good(
    'Groups',
    scope.kind === 'all' ? await groupNames(db.query) : [...new Set(scope.names)].toSorted(),
  ),
)

/** Whether a person would leave all groups of a scope, and so could not be brought back by this account. */
const wouldLeave = (
  scope: PeopleScope,
  { groups: before }: PersonRecord,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): boolean =>
  scope.kind === 'groups' &&
  ![...before.filter(each => !remove.includes(each)), ...add].some(each =>
    scope.names.includes(each),
  )

/** POST office/people/groups */
export const peopleGroups = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, GroupsRequest)
  if (!body.ok) return body.refusal
  const { ids, add, remove } = body.value
  if (scope.kind === 'groups' && [...add, ...remove].some(each => !scope.names.includes(each)))
    return otherGroup
  const result = await call.backend.db.tx(async query => {
    const chosen = await chosenPeople(query, scope, ids)
    if (chosen === null) return notFound
    if (chosen.some(each => wouldLeave(scope, each, { add, remove }))) return noGroup
    for (const { id } of chosen) {
      for (const name of remove) await removeFromGroup(query, id, name)
      for (const name of add) await addToGroup(query, id, name)
    }
    return chosen
  })
  if ('kind' in result) return result
  const signed = [...add.map(name => `+${name}`), ...remove.map(name => `-${name}`)]
  call.note(`${signed.join(' ')} ${addressesOf(result)}`)
  return good('Done', null)
})

const notConfirmed = refuseFields({ email: ['The address is another one.'] })
const ofOthers = refuse(403, 'They are in groups that are not among yours too.', {
  code: 'other_groups',
})

/** DELETE office/people/{id} */
export const personErase = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, EraseRequest)
  if (!body.ok) return body.refusal
  const { db, clock, sweepLater } = call.backend
  const result = await db.tx(
    async query => {
      const person = await onePerson(query, scope, call.id)
      if (person === null) return notFound
      if (scope.kind === 'groups' && person.groups.some(each => !scope.names.includes(each)))
        return ofOthers
      if (body.value.email !== person.email) return notConfirmed
      const submissions = await eraseUser(query, person.id, new Date(clock()))
      return { person, submissions }
    },
    { isLong: true },
  )
  if ('kind' in result) return result
  sweepLater()
  call.note(result.person.email)
  return good('Erased', { submissions: result.submissions })
})
