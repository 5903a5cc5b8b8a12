import type { CaseChange, CaseOperation } from '../../../collections/cases/operation.ts'
import type { Query } from '../../db/db.ts'
import { countChanges, foldCases, operationsByCase } from './fold-cases.ts'
import { userOwner } from './owners.ts'

/** The interview whose operations are written, in its surveyor's transaction. */
interface InterviewRow {
  readonly userId: string
  readonly submissionId: string
}

/** What distinguishes a change from an earlier one of the same interview. */
const saidBy = ({ id, operation: { key, act, seen, label, values } }: CaseChange): string =>
  JSON.stringify([id, key, act, seen.version, seen.heads, label, Object.entries(values).sort()])

const storedOf = (query: Query, { userId, submissionId }: InterviewRow) =>
  query<CaseChange>(
    `select o.case_id as id, c.list, json_build_object('key', o.key, 'act', o.act, 'seen', o.seen,
       'label', o.label, 'values', o.properties) as operation
     from case_operations o join cases c on c.id = o.case_id
     where o.user_id = $1 and o.submission_id = $2`,
    [userId, submissionId],
  )

/** Writes operations. One about an id that is a case of another list already is left out. */
const insertOperations = async (
  query: Query,
  changes: readonly CaseChange[],
  userId: string | null,
): Promise<void> => {
  const cases = new Map(changes.map(({ id, list }) => [id, list]))
  await query(
    `insert into cases (id, list, change)
     select x.id, l.name, 0 from unnest($1::text[], $2::text[]) as x(id, list)
       join case_lists l on l.name = x.list
     on conflict (id) do update set list = excluded.list where cases.version = 0`,
    [[...cases.keys()], [...cases.values()]],
  )
  const rows = changes.map(({ id, list, operation }) => ({ case_id: id, list, ...operation }))
  await query(
    `insert into case_operations (case_id, key, user_id, submission_id, form_id, office, act, seen,
       at, label, properties)
     select c.id, x.key, $2::uuid, nullif(x.submission_id, '')::uuid, nullif(x.form_id, ''), x.by,
       x.act, x.seen, x.at, x.label, x.values
     from json_to_recordset($1::json) as x(case_id text, list text, key text, submission_id text,
       form_id text, by text, act text, seen json, at text, label text, values json)
     join cases c on c.id = x.case_id and c.list = x.list
     on conflict (case_id, key) do nothing`,
    [JSON.stringify(rows), userId],
  )
}

const dropOperations = (query: Query, { userId, submissionId }: InterviewRow) =>
  query(`delete from case_operations where user_id = $1 and submission_id = $2`, [
    userId,
    submissionId,
  ])

const idsOf = (changes: readonly CaseChange[]): readonly string[] => [
  ...new Set(changes.map(({ id }) => id)),
]

/** Makes the cases that an interview registers its surveyor's. One that the office has taken away stays so. */
const ownRegistered = async (
  query: Query,
  { userId, submissionId }: InterviewRow,
  changes: readonly CaseChange[],
): Promise<void> => {
  if (!changes.some(({ operation }) => operation.act === 'create')) return
  await query(
    `insert into case_owners (case_id, owner, change)
     select distinct o.case_id, $3, 0::bigint from case_operations o
     where o.user_id = $1 and o.submission_id = $2 and o.act = 'create'
     on conflict (case_id, owner) do nothing`,
    [userId, submissionId, userOwner(userId)],
  )
}

/** Stores what a new interview says of cases. Those that it registers become its surveyor's. */
export const addInterview = async (
  query: Query,
  interview: InterviewRow,
  changes: readonly CaseChange[],
): Promise<void> => {
  if (changes.length === 0) return
  const ids = idsOf(changes)
  const counted = await countChanges(query, ids.length)
  await insertOperations(query, changes, interview.userId)
  await ownRegistered(query, interview, changes)
  await foldCases(query, ids, counted)
}

/** Replaces what an interview says of cases; [] when it is deleted. Writes nothing when it says the same as before. */
export const replaceInterview = async (
  query: Query,
  interview: InterviewRow,
  changes: readonly CaseChange[],
): Promise<void> => {
  const stored = await storedOf(query, interview)
  const before = new Set(stored.map(saidBy))
  const isSame = changes.length === stored.length && changes.every(each => before.has(saidBy(each)))
  if (isSame) return
  const ids = idsOf([...stored, ...changes])
  const counted = await countChanges(query, ids.length)
  await dropOperations(query, interview)
  if (changes.length > 0) await insertOperations(query, changes, interview.userId)
  await ownRegistered(query, interview, changes)
  await foldCases(query, ids, counted)
}

/** How many cases are written at a time. */
export const batchSize = 1000

/** Deletes all operations of a surveyor, as if their interviews were deleted. */
export const dropSurveyor = async (query: Query, userId: string): Promise<void> => {
  // Before the deletion, because each write of cases waits for the counter.
  await countChanges(query, 0)
  const dropped = await query<{ case_id: string }>(
    `delete from case_operations where user_id = $1 returning case_id`,
    [userId],
  )
  const ids = [...new Set(dropped.map(({ case_id: id }) => id))]
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    await foldCases(query, batch, await countChanges(query, batch.length))
  }
  await query(`delete from case_owners where owner = $1`, [userOwner(userId)])
  await query(`delete from case_list_owners where owner = $1`, [userOwner(userId)])
}

/**
 * Stores what the office says of at most `batchSize` cases, which may depend on the operations that they have. Returns
 * what it says.
 */
export const addOffice = async (
  query: Query,
  ids: readonly string[],
  say: (id: string, operations: readonly CaseOperation[]) => CaseChange | null,
): Promise<readonly CaseChange[]> => {
  const counted = await countChanges(query, ids.length)
  const operations = await operationsByCase(query, ids)
  const changes = ids.flatMap(id => say(id, operations.get(id) ?? []) ?? [])
  if (changes.length === 0) return []
  await insertOperations(query, changes, null)
  await foldCases(query, idsOf(changes), counted)
  return changes
}
