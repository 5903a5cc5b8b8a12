import { stripAttachmentsDataFromDocument, type RxDocumentData } from 'rxdb'
import { withImpliedLog, withoutImpliedLog } from '../storage/implied-log.ts'
import { placeIn, sealedFieldsOf, sealedName } from '../storage/sealed-fields.ts'
import type { Sealer } from '../storage/sealing.ts'

/** A document as RxDB knows it. */
export type Doc = RxDocumentData<Record<string, unknown>>

/**
 * A document as it is stored: indexed flags as '0' and '1', sensitive fields sealed, without a log that only repeats
 * it.
 */
export type StoredRecord = Readonly<Record<string, unknown>>

/** Turns documents into records and back. Sealing is asynchronous, and so happens outside of transactions. */
export interface Records {
  /** The document with sealed attachments, and the record that stores it. */
  readonly seal: (doc: Doc) => Promise<{ readonly doc: Doc; readonly record: StoredRecord }>
  /** A record as a document whose sealed fields are still sealed: enough to compare revisions. */
  readonly toDoc: (record: StoredRecord) => Doc
  readonly open: (doc: Doc) => Promise<Doc>
  readonly openBytes: (id: string, attachment: string, bytes: Blob) => Promise<Blob>
}

/** Where the documents belong, and what of them is special. */
export interface RecordParts {
  readonly database: string
  readonly collection: string
  readonly key: string
  readonly flags: readonly string[]
  /** Null where nothing is sealed. */
  readonly sealer: Sealer | null
}

/** The conversion for one collection, or for one of RxDB's own stores. */
export const recordsOf = ({ database, collection, key, flags, sealer }: RecordParts): Records => {
  const fields = sealer === null ? [] : sealedFieldsOf(collection)
  const place = (id: unknown, more = '') => placeIn(database, collection, id, more)

  const sealAttachments = async (doc: Doc): Promise<Doc> => {
    if (sealer === null || fields.length === 0) return doc
    const sealed = Object.entries(doc._attachments ?? {}).map(async ([name, attachment]) => {
      if (!('data' in attachment && attachment.data instanceof Blob)) return [name, attachment]
      const data = await sealer.sealBlob(place(doc[key], name), attachment.data)
      return [name, { ...attachment, data }]
    })
    if (sealed.length === 0) return doc
    return { ...doc, _attachments: Object.fromEntries(await Promise.all(sealed)) as never }
  }

  const sealFields = async (doc: Doc): Promise<Record<string, unknown>> => {
    const kept: Record<string, unknown> = { ...doc }
    if (sealer === null || fields.length === 0) return kept
    const secret: Record<string, unknown> = {}
    for (const field of fields) {
      if (field in kept) secret[field] = kept[field]
      delete kept[field]
    }
    kept[sealedName] = await sealer.seal(place(doc[key]), secret)
    return kept
  }

  return {
    seal: async plain => {
      const doc = await sealAttachments(plain)
      const stored = withoutImpliedLog(stripAttachmentsDataFromDocument(doc as never) as Doc)
      const record = await sealFields(stored)
      for (const flag of flags) record[flag] = record[flag] ? '1' : '0'
      return { doc, record }
    },
    toDoc: record => {
      const doc: Record<string, unknown> = { ...record }
      for (const flag of flags) doc[flag] = doc[flag] === '1'
      return doc as Doc
    },
    open: async doc => {
      const { [sealedName]: sealed, ...kept } = doc
      if (sealer === null || typeof sealed !== 'string') return withImpliedLog(doc)
      const opened = (await sealer.open(place(doc[key]), sealed)) as object
      return withImpliedLog({ ...kept, ...opened } as Doc)
    },
    openBytes: (id, attachment, bytes) =>
      sealer === null ? Promise.resolve(bytes) : sealer.openBlob(place(id, attachment), bytes),
  }
}
