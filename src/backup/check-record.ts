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

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0

const isSubmission = (doc: unknown): boolean =>
  isDocument('submissions', doc) &&
  isJsonObject(doc) &&
  isJsonObject(doc['crdts']) &&
  areOperations(doc['crdts']['operations'])

const checks: Readonly<Record<BackupRecord['type'], (record: Json) => boolean>> = {
  head: () => true,
  form: ({ doc }) => isDocument('forms', doc),
  fields: ({ docs }) => areDocuments('form_questions', docs),
  draft: ({ doc, answers, server_id, edited }) =>
    isDocument('drafts', doc) &&
    areDocuments('form_responses', answers) &&
    typeof server_id === 'string' &&
    (edited === undefined || isSubmission(edited)),
  submission: ({ doc, items }) => isSubmission(doc) && areDocuments('outbox', items),
  recovery: ({ doc }) => isDocument('recovery', doc),
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
