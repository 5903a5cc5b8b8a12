import { NewPerson, PersonChange } from '../../../replication/wire/office/people-calls.ts'
import { addPerson } from '../../admin/people/add-person.ts'
import { temporaryPassword } from '../../admin/people/users.ts'
import { good, refuse } from '../../http/answer.ts'
import { hasSeen } from '../../http/tags.ts'
import { readBody } from '../../http/validate.ts'
import { setRecord } from '../../store/office/people.ts'
import { cardFor } from './acts.ts'
import {
  changingPeople,
  noGroup,
  notFound,
  onePerson,
  otherGroup,
  shownRecord,
} from './within-scope.ts'

const taken = refuse(422, 'There is already someone with this address.', { code: 'taken' })

/** POST office/people */
export const personAdd = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, NewPerson)
  if (!body.ok) return body.refusal
  const { db, clock, passwords } = call.backend
  const { groups, phone_number, address, ...person } = body.value
  if (scope.kind === 'groups') {
    if (groups.some(each => !scope.names.includes(each))) return otherGroup
    if (groups.length === 0) return noGroup
  }
  const password = temporaryPassword()
  const more = {
    passwordHash: await passwords.hash(password),
    groups: [...new Set(groups)],
    formIds: [],
    now: new Date(clock()),
  }
  const isAdded = await db.tx(query =>
    addPerson(query, { ...person, phone: phone_number, region: address }, more),
  )
  if (!isAdded) return taken
  call.note(person.email)
  return good('Added', { cards: [cardFor(call.origin, person, password)] })
})

/** GET office/people/{id} */
export const person = changingPeople(async ({ backend: { db }, id }, scope) => {
  const shown = await db.tx(async query => {
    const record = await onePerson(query, scope, id)
    return record === null ? null : shownRecord(query, record)
  })
  return shown === null
    ? notFound
    : good('A surveyor', shown, { headers: { ETag: `"${shown.tag}"` } })
})

/** PUT office/people/{id} */
export const personChange = changingPeople(async (call, scope) => {
  const body = await readBody(call.request, PersonChange)
  if (!body.ok) return body.refusal
  const result = await call.backend.db.tx(async query => {
    const record = await onePerson(query, scope, call.id)
    if (record === null) return notFound
    const before = await shownRecord(query, record)
    if (!hasSeen(call.request, before.tag))
      return refuse(412, 'Someone has changed it meanwhile.', {
        data: before,
        headers: { ETag: `"${before.tag}"` },
      })
    await setRecord(query, record.id, body.value)
    return shownRecord(query, { ...record, ...body.value })
  })
  if ('kind' in result) return result
  call.note(result.email)
  return good('Changed', result, { headers: { ETag: `"${result.tag}"` } })
})
