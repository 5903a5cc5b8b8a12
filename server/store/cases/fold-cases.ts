import { foldCase } from '../../../collections/cases/fold.ts'
import { dueProperty, type CaseOperation } from '../../../collections/cases/operation.ts'
import { only, type Query } from '../../db/db.ts'
import { isCalendarDay } from '../../env/clock.ts'

/**
 * Counts changes of cases and locks the counter until the end of the transaction: the first statement of each write of
 * cases. Returns the number before the first of them.
 */
export const countChanges = async (query: Query, count: number): Promise<number> => {
  const { value } = only(
    await query<{ value: string }>(
      `insert into case_counter as c (name, value) values ('cases', $1::bigint)
       on conflict (name) do update set value = c.value + excluded.value returning value`,
      [count],
    ),
  )
  return Number(value) - count
}

interface StoredOperation {
  readonly case_id: string
  readonly operation: CaseOperation
}

/** The SQL of an operation `o` of a case as JSON, with `by` as the SQL of its author's name. */
export const operationJson = (by: string): string =>
  `json_build_object('key', o.key, 'act', o.act, 'seen', o.seen, 'at', o.at, 'label', o.label,
     'values', o.properties, 'by', ${by}, 'form_id', coalesce(o.form_id, ''),
     'submission_id', coalesce(o.submission_id::text, ''))`

/** All operations of cases, by the id of the case. */
export const operationsByCase = async (
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CaseOperation[]>> => {
  const rows = await query<StoredOperation>(
    `select o.case_id, ${operationJson(`''`)} as operation
     from case_operations o where o.case_id = any($1::text[])`,
    [ids],
  )
  const found = new Map<string, CaseOperation[]>(ids.map(id => [id, []]))
  for (const { case_id: id, operation } of rows) found.get(id)?.push(operation)
  return found
}

/** A day for the index, which no longer text fits. */
const dueOf = (values: Readonly<Record<string, string>>): string | null => {
  const day = values[dueProperty] ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day) ? day : null
}

const rowOf = (id: string, operations: readonly CaseOperation[], change: number) => {
  const state = foldCase(operations)
  const { label, values, version, isRegistered, created_at, updated_at } = state
  return {
    id,
    label,
    properties: values,
    version,
    due: dueOf(values),
    is_registered: isRegistered,
    created_at,
    updated_at,
    contested: Object.keys(state.contested).join(' '),
    bytes: Buffer.byteLength(JSON.stringify(operations)),
    change,
  }
}

/** Folds cases again after their operations changed, as the changes after `counted`, one for each. */
export const foldCases = async (
  query: Query,
  ids: readonly string[],
  counted: number,
): Promise<void> => {
  const operations = await operationsByCase(query, ids)
  const rows = ids.map((id, place) => rowOf(id, operations.get(id) ?? [], counted + place + 1))
  await query(
    `update cases c set label = x.label, properties = x.properties, version = x.version, due = x.due,
       is_registered = x.is_registered, created_at = x.created_at, updated_at = x.updated_at,
       contested = x.contested, operation_bytes = x.bytes, change = x.change
     from jsonb_to_recordset($1::jsonb) as x(id text, label text, properties jsonb, version bigint,
       due text, is_registered boolean, created_at text, updated_at text,
       contested text, bytes integer, change bigint)
     where c.id = x.id`,
    [JSON.stringify(rows)],
  )
  await query(
    `update case_owners o set change = c.change from cases c
     where c.id = o.case_id and c.id = any($1::text[]) and not o.is_ended`,
    [ids],
  )
}
