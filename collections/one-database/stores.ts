import { fillWithDefaultSettings, getPrimaryFieldOfPrimaryKey, type RxJsonSchema } from 'rxdb'

/**
 * The stores of a surveyor's database. WARNING: all names are persisted.
 *
 *   submissions--17                 the documents of a collection at a schema version
 *   file_uploads--17--attachments   the bytes of its attachments, by document and name
 *   rxdb                            the notes of RxDB itself, by the store they belong to and their id
 */

/** The collections of an app version: what is declared when a database is created. */
export interface Layout {
  /** The schema version of all collections, and the version of the database. */
  readonly version: number
  readonly schemas: Readonly<Record<string, RxJsonSchema<never>>>
}

/** The store of RxDB's notes. */
export const notesStore = 'rxdb'

/** The store of a collection's documents. */
export const docsStore = (collection: string, version: number): string =>
  `${collection}--${version}`

/** The store of the attachments that belong to a store of documents. */
export const attachmentsStore = (docs: string): string => `${docs}--attachments`

/** The key of an attachment. */
export const attachmentKey = (documentId: string, attachment: string): string =>
  `${documentId}||${attachment}`

/** A collection's name and schema version by its store's name; null for other stores. */
export const partOf = (
  store: string,
): { readonly collection: string; readonly version: number } | null => {
  const [collection = '', version = ''] = store.split('--')
  return version === '' ? null : { collection, version: Number(version) }
}

/** Whether a store holds attachments. */
export const holdsAttachments = (store: string): boolean => store.endsWith('--attachments')

/** The field that a schema's documents are stored under. */
export const keyFieldOf = (schema: RxJsonSchema<never>): string =>
  String(getPrimaryFieldOfPrimaryKey(schema.primaryKey))

/** Dexie's declaration of every store of a layout. */
export const declare = ({ version, schemas }: Layout): Record<string, string> => {
  const declared: Record<string, string> = { [notesStore]: '' }
  for (const [collection, schema] of Object.entries(schemas)) {
    const docs = docsStore(collection, version)
    declared[docs] = indexesOf(schema)
    if (schema.attachments !== undefined) declared[attachmentsStore(docs)] = 'id'
  }
  return declared
}

const indexesOf = (schema: RxJsonSchema<never>): string => {
  const { indexes = [] } = fillWithDefaultSettings(schema as RxJsonSchema<object>)
  const key = keyFieldOf(schema)
  const fields = indexes.map(index => [index].flat())
  const all = [[key], ['_deleted', key], ...fields, ['_meta.lwt', key]]
  return [...new Set(all.map(nameOf))].join(', ')
}

/** The name of an index over fields. */
export const nameOf = (fields: readonly string[]): string =>
  fields.length === 1 ? (fields[0] ?? '') : `[${fields.join('+')}]`

/** The indexed flags of a schema. IndexedDB has no keys for them, so that they are stored as '0' and '1'. */
export const flagsOf = (schema: RxJsonSchema<never>): readonly string[] => {
  const properties = schema.properties as Readonly<Record<string, { readonly type?: unknown }>>
  const indexed = new Set(
    [...((schema.indexes ?? []) as readonly (string | readonly string[])[])].flat(),
  )
  return [
    '_deleted',
    ...[...indexed].filter(field => properties[field]?.type === 'boolean'),
  ].filter((field, at, all) => all.indexOf(field) === at)
}
