import * as v from 'valibot'
import { Person } from './answers.ts'
import type { OfficeCall } from './office-call.ts'

/** The calls about surveyors, with what they send and answer. */

const changers = ['administrator', 'coordinator'] as const

const text = v.string()
const whole = v.pipe(v.number(), v.integer())
const name = v.pipe(v.string(), v.trim(), v.maxLength(200))
const group = v.pipe(name, v.minLength(1))
const ids = v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.minLength(1), v.maxLength(500))

/** How many people a file may have, and how many get their passwords by one call: a server needs half a second for each. */
export const peopleLimits = { lines: 1000, fileBytes: 1_000_000, passwords: 10 } as const

/** What may be changed of a surveyor. */
const changeable = { first_name: name, last_name: name, phone_number: name, address: name } as const

/** A surveyor's record, as it is changed. */
export const PersonRecord = v.object({
  id: text,
  email: text,
  first_name: text,
  last_name: text,
  phone_number: text,
  address: text,
  is_active: v.boolean(),
  is_first_login: v.boolean(),
  groups: v.array(text),
  /** What an erasure would delete. */
  work: v.object({ submissions: whole, files: whole, cases: whole }),
  /** Sent as If-Match with a change, so that no one overwrites what they have not seen. */
  tag: text,
})
/** A surveyor's record, as it is changed. */
export type PersonRecord = v.InferOutput<typeof PersonRecord>

/** The change of a record. */
export const PersonChange = v.object(changeable)

/** A new surveyor. */
export const NewPerson = v.object({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(320),
    v.regex(/^[^\s@]+@[^\s@]+$/),
  ),
  ...changeable,
  groups: v.pipe(v.array(group), v.maxLength(50)),
})

/** What someone signs in with for the first time. No server keeps the password, so it is shown once. */
export const Card = v.object({
  email: text,
  name: text,
  password: text,
  /** The address of the app, and the one that fills in its login. */
  app: text,
  link: text,
})
/** What someone signs in with for the first time. */
export type Card = v.InferOutput<typeof Card>

const Cards = v.object({ cards: v.array(Card) })

/** A choice of surveyors. */
export const Chosen = v.object({ ids })
/** Those who get new passwords. */
export const ChosenForCards = v.object({ ids: v.pipe(ids, v.maxLength(peopleLimits.passwords)) })
/** Whether they may sign in. */
export const ActiveRequest = v.object({ ids, is_active: v.boolean() })
/** The groups that they join and leave. */
export const GroupsRequest = v.object({
  ids,
  add: v.pipe(v.array(group), v.maxLength(50)),
  remove: v.pipe(v.array(group), v.maxLength(50)),
})
/** The address of the surveyor to erase, typed again. */
export const EraseRequest = v.object({ email: v.pipe(v.string(), v.trim(), v.toLowerCase()) })

const line = { line: whole, email: text } as const

/** What an import will do with a line of the file. */
export const PlannedLine = v.variant('kind', [
  v.object({ kind: v.literal('new'), ...line, name: text, group: text }),
  v.object({
    kind: v.literal('changed'),
    ...line,
    changes: v.array(
      v.object({
        field: v.picklist(['first_name', 'last_name', 'phone', 'region', 'group']),
        before: text,
        after: text,
      }),
    ),
  }),
  v.object({ kind: v.literal('unchanged'), ...line }),
  v.object({
    kind: v.literal('wrong'),
    ...line,
    why: v.picklist(['address', 'twice', 'stray', 'long', 'elsewhere', 'no_group', 'group']),
    text,
  }),
])
/** What an import will do with a line of the file. */
export type PlannedLine = v.InferOutput<typeof PlannedLine>

/** What an import will do; `tag` is sent with it as If-Match. */
export const PeoplePlan = v.object({ lines: v.array(PlannedLine), tag: text })
/** What an import will do. */
export type PeoplePlan = v.InferOutput<typeof PeoplePlan>

/** The calls about surveyors. */
export const peopleCalls = {
  people: {
    method: 'GET',
    path: '/office/people',
    roles: ['administrator', 'coordinator', 'viewer'],
    summary: 'The surveyors, with their groups and what their phones have said.',
    data: v.array(Person),
    refusals: [],
  },
  personAdd: {
    method: 'POST',
    path: '/office/people',
    roles: changers,
    summary: 'Add a surveyor. Answers the temporary password, once.',
    body: NewPerson,
    data: Cards,
    refusals: [422],
  },
  person: {
    method: 'GET',
    path: '/office/people/:id',
    roles: changers,
    summary: 'A surveyor’s record, and what would be erased with them.',
    data: PersonRecord,
    refusals: [404],
  },
  personChange: {
    method: 'PUT',
    path: '/office/people/:id',
    roles: changers,
    summary: 'Change a surveyor’s record.',
    headers: { 'If-Match': 'The tag of the record that was changed.' },
    body: PersonChange,
    data: PersonRecord,
    refusals: [404, 412, 422],
  },
  personErase: {
    method: 'DELETE',
    path: '/office/people/:id',
    roles: changers,
    summary: 'Erase a surveyor with all they have sent, for good.',
    body: EraseRequest,
    data: v.object({ submissions: whole }),
    refusals: [404, 422],
  },
  peopleReset: {
    method: 'POST',
    path: '/office/people/cards',
    roles: changers,
    summary: 'Give new temporary passwords, and end all sessions. Answers them, once.',
    body: ChosenForCards,
    data: Cards,
    refusals: [404, 422],
  },
  peopleActivate: {
    method: 'POST',
    path: '/office/people/active',
    roles: changers,
    summary: 'Activate or deactivate surveyors. What they have sent stays.',
    body: ActiveRequest,
    data: v.null(),
    refusals: [404, 422],
  },
  peopleEndSessions: {
    method: 'POST',
    path: '/office/people/sign-out',
    roles: changers,
    summary: 'Sign surveyors out on every phone. What is not sent stays on it.',
    body: Chosen,
    data: v.null(),
    refusals: [404, 422],
  },
  groups: {
    method: 'GET',
    path: '/office/groups',
    roles: changers,
    summary: 'The names of the groups of this account’s scope.',
    data: v.array(text),
    refusals: [],
  },
  peopleGroups: {
    method: 'POST',
    path: '/office/people/groups',
    roles: changers,
    summary: 'Add surveyors to groups, and remove them from others.',
    body: GroupsRequest,
    data: v.null(),
    refusals: [404, 422],
  },
  peoplePlan: {
    method: 'POST',
    path: '/office/people/plan',
    roles: changers,
    summary: 'What an import of a CSV of people will do with each line. Changes nothing.',
    bytes: 'text/csv',
    data: PeoplePlan,
    refusals: [413, 422],
  },
  peopleImport: {
    method: 'POST',
    path: '/office/people/import',
    roles: changers,
    summary:
      'Import the next people of a CSV that was looked at; repeat it until none is left. Answers the passwords of the new ones, once.',
    headers: { 'If-Match': 'The tag of the plan, or of the last answer.' },
    bytes: 'text/csv',
    data: v.object({ cards: v.array(Card), left: whole, tag: text }),
    refusals: [412, 413, 422],
  },
} as const satisfies Record<string, OfficeCall>
