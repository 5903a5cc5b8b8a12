import type { PersonRecord as PersonAnswer } from '../../../replication/wire/office/people-calls.ts'
import { isWithin, type PeopleScope } from '../../admin/people/plan-people.ts'
import { tagOf } from '../../http/tags.ts'
import type { Query } from '../../db/db.ts'
import { isUuid } from '../../db/ids.ts'
import { refuse, type Answer } from '../../http/answer.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { lockRecords, personRecords, workOf, type PersonRecord } from '../../store/office/people.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'

const noPeople = refuse(403, 'This account sees forms, and so changes no people.', {
  code: 'no_people',
})

/** The refusal of a choice with someone who is not there, or not within the scope. */
export const notFound = refuse(404, 'They are not there, or not among the people you see.')

/** The refusal of a group outside of the scope. */
export const otherGroup = refuse(403, 'One of these groups is not among yours.', { code: 'group' })

/** The refusal of what would leave someone in no group of the scope, where this account could not reach them. */
export const noGroup = refuse(422, 'Everyone must be in one of your groups.', { code: 'no_group' })

/** A call that changes people, by an account whose scope has people. */
export const changingPeople =
  (handle: (call: AccountCall, scope: PeopleScope) => Promise<Answer>): AccountHandler =>
  async call => {
    const scope = scopeOf(call.account)
    return scope.kind === 'forms' ? noPeople : handle(call, scope)
  }

/** The chosen people; null when one of them is not within the scope. Other changes of them wait for this transaction. */
export const chosenPeople = async (
  query: Query,
  scope: PeopleScope,
  ids: readonly string[],
): Promise<readonly PersonRecord[] | null> => {
  const different = [...new Set(ids.map(id => id.toLowerCase()))]
  await lockRecords(query, different)
  const records = await personRecords(query, { ids: different })
  return records.length === different.length && records.every(each => isWithin(scope, each))
    ? records
    : null
}

/** The one person of an address; null when they are not within the scope. */
export const onePerson = async (query: Query, scope: PeopleScope, id: string) =>
  isUuid(id) ? ((await chosenPeople(query, scope, [id]))?.[0] ?? null) : null

/** A record as it is sent, with the tag of what can be changed of it. */
export const shownRecord = async (query: Query, record: PersonRecord): Promise<PersonAnswer> => ({
  ...record,
  groups: [...record.groups],
  work: await workOf(query, record.id),
  tag: tagOf([
    record.first_name,
    record.last_name,
    record.phone_number,
    record.address,
    record.is_active,
    record.groups,
  ]),
})
