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

const isSubmission = (doc: unknown): boolean =>
  isDocument('submissions', doc) &&
  isJsonObject(doc) &&
  isJsonObject(doc['crdts']) &&
  areOperations(doc['crdts']['operations'])

/** An unfinished interview. */
const Draft = v.looseObject({
  id: v.pipe(v.string(), v.maxLength(200)),
  client_key: v.pipe(v.string(), v.maxLength(64)),
  form_id: v.pipe(v.string(), v.maxLength(200)),
  formName: v.string(),
  submission_id: v.pipe(v.string(), v.maxLength(200)),
  isDetached: v.boolean(),
  definition_hash: v.pipe(v.string(), v.maxLength(80)),
  created_at: v.string(),
  updated_at: v.number(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  accuracy: v.nullable(v.number()),
  scroll: v.number(),
  sent_before: v.optional(v.looseObject({ body: v.looseObject({}), sentAt: v.number() })),
})

/** An entry of Recovery. */
const Entry = v.looseObject({
  id: v.pipe(v.string(), v.maxLength(300)),
  submission_id: v.pipe(v.string(), v.maxLength(200)),
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

/** Whether an entry's submission, if it has one, can be replayed. */
const holdsSubmission = ({ submission }: Json): boolean =>
  submission === undefined || submission === null || isSubmission(submission)

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0

const checks: Readonly<Record<BackupRecord['type'], (record: Json) => boolean>> = {
  head: () => true,
  form: ({ doc }) => isDocument('forms', doc),
  fields: ({ docs }) => areDocuments('form_questions', docs),
  draft: ({ doc, answers, server_id, edited }) =>
    v.is(Draft, doc) &&
    areDocuments('form_responses', answers) &&
    typeof server_id === 'string' &&
    (edited === undefined || isSubmission(edited)),
  submission: ({ doc, items }) => isSubmission(doc) && areDocuments('outbox', items),
  recovery: ({ doc }) => v.is(Entry, doc) && holdsSubmission(doc.payload),
  profile: ({ edits }) => areOperations(edits),
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
