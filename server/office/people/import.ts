import {
  peopleLimits,
  type Card,
  type PeoplePlan,
  type PlannedLine as LineAnswer,
} from '../../../replication/wire/office/people-calls.ts'
import { addPerson, shownName } from '../../admin/people/add-person.ts'
import { planPeople, type PeopleScope, type PlannedLine } from '../../admin/people/plan-people.ts'
import { readPeople } from '../../admin/people/read-people.ts'
import { temporaryPassword } from '../../admin/people/users.ts'
import type { Query } from '../../db/db.ts'
import { failed, good, passed, refuse, type Checked } from '../../http/answer.ts'
import { readBytes } from '../../http/body.ts'
import { hasSeen, tagOf } from '../../http/tags.ts'
import { addToGroup } from '../../store/groups.ts'
import { setRecord } from '../../store/office/people.ts'
import type { AccountCall } from '../office-call.ts'
import { cardFor } from './acts.ts'
import { changingPeople } from './within-scope.ts'

const unreadable = (why: string, text = '') =>
  failed(
    refuse(422, 'The file cannot be read as a CSV of people.', {
      code: `csv_${why}`,
      data: { text },
    }),
  )

/** The plan of the file that a call sends. */
const planOf = async (
  { request, backend }: AccountCall,
  scope: PeopleScope,
): Promise<Checked<readonly PlannedLine[]>> => {
  const bytes = await readBytes(request, peopleLimits.fileBytes)
  if (!bytes.ok) return bytes
  const read = readPeople(bytes.value)
  if (read.kind === 'unreadable') return unreadable(read.why, read.text)
  const count = read.lines.length + read.problems.length
  if (count === 0) return unreadable('empty')
  if (count > peopleLimits.lines) return unreadable('many', String(peopleLimits.lines))
  return passed(await planPeople(backend.db.query, read, scope))
}

const lineOf = (planned: PlannedLine): LineAnswer => {
  if (planned.kind === 'wrong') return planned
  const { kind, line, person } = planned
  const { email, group } = person
  switch (kind) {
    case 'new':
      return { kind, line, email, name: shownName(person), group }
    case 'changed':
      return { kind, line, email, changes: planned.changes.map(change => ({ ...change })) }
    case 'unchanged':
      return { kind, line, email }
  }
}

const shownPlan = (plan: readonly PlannedLine[]): PeoplePlan => {
  const lines = plan.map(lineOf)
  return { lines, tag: tagOf(lines) }
}

/** POST office/people/plan */
export const peoplePlan = changingPeople(async (call, scope) => {
  const plan = await planOf(call, scope)
  return plan.ok ? good('What an import will do', shownPlan(plan.value)) : plan.refusal
})

type Work = Extract<PlannedLine, { kind: 'new' | 'changed' }>

const isWork = (line: PlannedLine): line is Work => line.kind === 'new' || line.kind === 'changed'

/** Changes what the line says. A group is added, and the others stay. */
const change = async (
  query: Query,
  { record, person }: Extract<Work, { kind: 'changed' }>,
): Promise<void> => {
  await setRecord(query, record.id, {
    first_name: person.first_name || record.first_name,
    last_name: person.last_name || record.last_name,
    phone_number: person.phone || record.phone_number,
    address: person.region || record.address,
  })
  if (person.group !== '') await addToGroup(query, record.id, person.group)
}

/** Does the work of some lines, all of it or none. Returns the cards of the new people. */
const carryOut = async (
  { origin, backend: { db, clock, passwords } }: AccountCall,
  work: readonly Work[],
): Promise<readonly Card[]> => {
  const made = new Map<Work, { readonly password: string; readonly hash: string }>()
  // Before the transaction and one by one, because each takes half a second and surveyors sign in meanwhile.
  for (const line of work) {
    if (line.kind !== 'new') continue
    const password = temporaryPassword()
    made.set(line, { password, hash: await passwords.hash(password) })
  }
  return db.tx(async query => {
    const cards: Card[] = []
    for (const line of work) {
      const { password = '', hash = '' } = made.get(line) ?? {}
      if (line.kind === 'changed') await change(query, line)
      else {
        const groups = line.person.group === '' ? [] : [line.person.group]
        const more = { passwordHash: hash, groups, formIds: [], now: new Date(clock()) }
        // Someone may have added them meanwhile, and has their card.
        if (await addPerson(query, line.person, more))
          cards.push(cardFor(origin, line.person, password))
      }
    }
    return cards
  })
}

/**
 * POST office/people/import. A few people at a time, because passwords take long and each answer has the cards that no one
 * can get again. What was done is unchanged in the next plan, so that a call that was cut off can be repeated.
 */
export const peopleImport = changingPeople(async (call, scope) => {
  const plan = await planOf(call, scope)
  if (!plan.ok) return plan.refusal
  const shown = shownPlan(plan.value)
  if (!hasSeen(call.request, shown.tag))
    return refuse(412, 'The people have changed meanwhile. Please look at it again.', {
      data: shown,
      headers: { ETag: `"${shown.tag}"` },
    })
  if (plan.value.some(({ kind }) => kind === 'wrong'))
    return refuse(422, 'Some lines are wrong. Nothing was imported.', { code: 'csv_wrong' })
  const work = plan.value.filter(isWork)
  const next = work.slice(0, peopleLimits.passwords)
  const cards = await carryOut(call, next)
  if (next.length > 0) call.note(next.map(({ person }) => person.email).join(' '))
  const done = new Set<PlannedLine>(next)
  const after = plan.value.map(line =>
    done.has(line) && line.kind !== 'wrong'
      ? { kind: 'unchanged' as const, line: line.line, person: line.person }
      : line,
  )
  return good('Imported', {
    cards,
    left: work.length - next.length,
    tag: shownPlan(after).tag,
  })
})
