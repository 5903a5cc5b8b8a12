import * as v from 'valibot'
import type { CollectionName } from '../../collections/database.ts'
import { schemas } from '../../collections/schemas.ts'
import { schemaProblem } from '../../collections/storage/schema-problem.ts'
import { isJsonObject, type Json } from '../../replication/wire/envelope.ts'
import type { BackupRecord } from './records.ts'

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

interface Property {
  readonly type?: string | readonly string[]
}

/**
 * Whether a document fits today's schema of its collection. Properties that the schema does not name are never read.
 */
const isDocument = (collection: CollectionName, doc: unknown): boolean => {
  if (!isJsonObject(doc) || schemaProblem(schemas[collection], doc) !== null) return false
  const properties = schemas[collection].properties as Readonly<Record<string, Property>>
  return Object.entries(doc).every(([field, value]) => {
    const { type } = Object.hasOwn(properties, field) ? (properties[field] ?? {}) : {}
    return type === undefined || [type].flat().includes(typeOf(value))
  })
}

const areDocuments = (collection: CollectionName, docs: unknown): boolean =>
  Array.isArray(docs) && docs.every(doc => isDocument(collection, doc))

/** Whether an operation log can be replayed: lists of operations, each with a body. */
const areOperations = (rows: unknown): boolean =>
  Array.isArray(rows) &&
  rows.every(
    row =>
      Array.isArray(row) &&
      row.every(
        operation =>
          isJsonObject(operation) &&
          typeof operation['creator'] === 'string' &&
          typeof operation['time'] === 'number' &&
          Array.isArray(operation['body']) &&
          operation['body'].every(isJsonObject),
      ),
  )

/** What is being filled in. */
const Work = v.looseObject({
  isWhole: v.boolean(),
  isDetached: v.boolean(),
  definition_hash: v.pipe(v.string(), v.maxLength(80)),
  created_at: v.string(),
  updated_at: v.number(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  accuracy: v.nullable(v.number()),
  located_after: v.optional(v.number()),
  scroll: v.number(),
  sent_before: v.optional(v.looseObject({ body: v.looseObject({}), sentAt: v.number() })),
})

/** What the server refused. */
const Refused = v.looseObject({
  id: v.pipe(v.string(), v.maxLength(300)),
  kind: v.picklist(['create', 'edit', 'delete', 'files', 'profile', 'document']),
  reason: v.string(),
  status: v.number(),
  message: v.string(),
  form_id: v.pipe(v.string(), v.maxLength(200)),
  formName: v.string(),
  definition_hash: v.pipe(v.string(), v.maxLength(80)),
  payload: v.looseObject({}),
  file_ids: v.array(v.string()),
  history: v.array(v.looseObject({})),
  created_at: v.string(),
  moved_at: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e15)),
})

/** The notes of an interview, and the states of which the machine has moves. */
const Noted = v.looseObject({
  client_key: v.string(),
  state: v.picklist(['open', 'unsent', 'stored', 'refused', 'deleting', 'binned']),
  work: v.optional(Work),
})

const isSubmission = (doc: unknown): boolean =>
  isDocument('submissions', doc) &&
  isJsonObject(doc) &&
  isJsonObject(doc['crdts']) &&
  areOperations(doc['crdts']['operations'])

/** Whether refusals fit, and their submissions, if they have any, can be replayed. */
const areRefusals = (refusals: unknown): boolean =>
  Array.isArray(refusals) &&
  refusals.every(refusal => {
    if (!v.is(Refused, refusal)) return false
    const { submission } = refusal.payload
    return submission === undefined || submission === null || isSubmission(submission)
  })

/** Whether an interview and its notes fit. */
const isInterview = (doc: unknown): boolean =>
  isSubmission(doc) &&
  v.is(Noted, doc) &&
  (doc['refusals'] === undefined || areRefusals(doc['refusals']))

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0

const checks: Readonly<Record<BackupRecord['type'], (record: Json) => boolean>> = {
  head: () => true,
  form: ({ doc }) => isDocument('forms', doc),
  fields: ({ docs }) => areDocuments('form_questions', docs),
  interview: ({ doc, answers, items }) =>
    isInterview(doc) && areDocuments('form_responses', answers) && areDocuments('outbox', items),
  profile: ({ edits, refusals }) => areOperations(edits) && areRefusals(refusals),
  file: ({ doc, part, parts }) =>
    isDocument('file_uploads', doc) && isCount(part) && isCount(parts),
  end: () => true,
}

/** Whether a value read from a file is a record that may be written here, because the file may come from anyone. */
export const isRecord = (value: unknown): value is BackupRecord => {
  if (!isJsonObject(value)) return false
  const type = value['type']
  return typeof type === 'string' && Object.hasOwn(checks, type)
    ? checks[type as BackupRecord['type']](value)
    : false
}
