import type { Scope } from '../../../replication/wire/office/roles.ts'
import type { Query } from '../../db/db.ts'
import { personRecords, type PersonRecord } from '../../store/office/people.ts'
import type { LineProblem, Person, PersonLine, ReadPeople } from './read-people.ts'

/** What an import will do with a line, before it does anything. */

/** The entries of a record that an import can change. */
const changeable = [
  ['first_name', 'first_name'],
  ['last_name', 'last_name'],
  ['phone', 'phone_number'],
  ['region', 'address'],
] as const satisfies readonly (readonly [keyof Person, keyof PersonRecord])[]

/** One entry of a person that a line changes; a group is added, and others stay. */
interface PersonChange {
  readonly field: (typeof changeable)[number][0] | 'group'
  readonly before: string
  readonly after: string
}

/** What an import will do with a line. */
export type PlannedLine =
  | { readonly kind: 'new'; readonly line: number; readonly person: Person }
  | {
      readonly kind: 'changed'
      readonly line: number
      readonly person: Person
      readonly record: PersonRecord
      readonly changes: readonly PersonChange[]
    }
  | { readonly kind: 'unchanged'; readonly line: number; readonly person: Person }
  | {
      readonly kind: 'wrong'
      readonly line: number
      readonly email: string
      /** `long`: a text that no screen has room for; `elsewhere`: of a person outside of the scope; `no_group` and `group`: no group, or one outside of the scope. */
      readonly why: LineProblem['why'] | 'long' | 'elsewhere' | 'no_group' | 'group'
      readonly text: string
    }

/** The scope of a person who may change people. One of forms has no people, because a phone is not of one form. */
export type PeopleScope = Exclude<Scope, { kind: 'forms' }>

/** Whether a person is within a scope. */
export const isWithin = (scope: PeopleScope, { groups }: PersonRecord): boolean =>
  scope.kind === 'all' || groups.some(group => scope.names.includes(group))

const changesOf = (person: Person, record: PersonRecord): readonly PersonChange[] => [
  ...changeable.flatMap(([field, entry]) =>
    // An empty cell leaves what is stored.
    person[field] === '' || person[field] === record[entry]
      ? []
      : [{ field, before: record[entry], after: person[field] }],
  ),
  ...(person.group === '' || record.groups.includes(person.group)
    ? []
    : [{ field: 'group' as const, before: record.groups.join(', '), after: person.group }]),
]

const longestText = 200

const plannedLine = (
  { line, person: given }: PersonLine,
  record: PersonRecord | undefined,
  scope: PeopleScope,
): PlannedLine => {
  const wrong = (why: 'long' | 'elsewhere' | 'no_group' | 'group', text: string) =>
    ({ kind: 'wrong', line, email: given.email, why, text }) as const
  const long = Object.values(given).find(each => [...each].length > longestText)
  if (long !== undefined) return wrong('long', long)
  if (record !== undefined && !isWithin(scope, record)) return wrong('elsewhere', given.email)
  const [group, ...others] = scope.kind === 'groups' ? scope.names : []
  const onlyGroup = group !== undefined && others.length === 0 ? group : ''
  const isNew = record === undefined
  const person = isNew && given.group === '' ? { ...given, group: onlyGroup } : given
  if (scope.kind === 'groups') {
    if (isNew && person.group === '') return wrong('no_group', scope.names.join(', '))
    if (person.group !== '' && !scope.names.includes(person.group))
      return wrong('group', person.group)
  }
  if (isNew) return { kind: 'new', line, person }
  const changes = changesOf(person, record)
  return changes.length === 0
    ? { kind: 'unchanged', line, person }
    : { kind: 'changed', line, person, record, changes }
}

/** What an import will do with each line, in their order. */
export const planPeople = async (
  query: Query,
  { lines, problems }: Extract<ReadPeople, { kind: 'read' }>,
  scope: PeopleScope,
): Promise<readonly PlannedLine[]> => {
  const emails = lines.map(({ person }) => person.email)
  const records = new Map(
    (await personRecords(query, { emails })).map(record => [record.email, record]),
  )
  return [
    ...problems.map(problem => ({ kind: 'wrong' as const, ...problem })),
    ...lines.map(each => plannedLine(each, records.get(each.person.email), scope)),
  ].toSorted((a, b) => a.line - b.line)
}
