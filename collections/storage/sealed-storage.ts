import type {
  EventBulk,
  RxDocumentData,
  RxStorage,
  RxStorageChangeEvent,
  RxStorageInstance,
  RxStorageWriteError,
} from 'rxdb'
import { Subject } from 'rxjs'
import type { CollectionName } from '../database.ts'
import type { Sealer } from './sealing.ts'

/**
 * The fields that are unreadable on the device without the key: what people answered, where, and who the surveyor
 * is. Never a key or an indexed field; a test checks that. Documents from before sealing stay readable, and are
 * sealed at their next write. WARNING: a field that is removed from this list stays sealed in documents already
 * stored.
 */
export const sealedFields: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  submissions: [
    'answers',
    'crdts',
    'files',
    'sent_before',
    'history',
    'latitude',
    'longitude',
    'accuracy',
    'address',
    'city',
  ],
  form_responses: ['value'],
  drafts: ['latitude', 'longitude', 'accuracy', 'sent_before'],
  outbox: ['payload', 'description', 'lastError', 'history'],
  recovery: ['payload', 'message', 'history'],
  bin: ['submission'],
  file_uploads: ['field_name', 'file_name', 'file_type'],
  location_cache: ['latitude', 'longitude', 'accuracy', 'address', 'city', 'rawAddress'],
  user_profile: [
    'full_name',
    'first_name',
    'last_name',
    'phone_number',
    'email',
    'address',
    'profile_image',
    'profile_image_local',
    'crdts',
  ],
}

/** RxDB's replication stores the last seen state of each document, in stores of its own. */
const replicationStore = /^rx-replication-meta-/

const fieldsOf = (collection: string): readonly string[] =>
  replicationStore.test(collection)
    ? ['docData']
    : (sealedFields[collection as CollectionName] ?? [])

/** WARNING: persisted; the field that holds all sealed fields of a document. */
export const sealedName = 'sealed'

/** WARNING: persisted; the place that a seal is bound to: a document, or with `more` one of its attachments. */
export const placeIn = (database: string, collection: string, id: unknown, more = ''): string =>
  [database, collection, String(id), more].join('|')

type Doc = RxDocumentData<Record<string, unknown>> & Record<string, unknown>
type Instance = RxStorageInstance<Record<string, unknown>, unknown, unknown>
type Events = EventBulk<RxStorageChangeEvent<Doc>, unknown>

/**
 * Wraps a storage so that sensitive fields and files are sealed. Everything else, and every index, is unchanged.
 * Asks for a database's sealer only when its first sealed collection is opened.
 */
export const sealedStorage = (
  storage: RxStorage<unknown, unknown>,
  sealerOf: (databaseName: string) => Promise<Sealer>,
): RxStorage<unknown, unknown> => {
  const sealers = new Map<string, Promise<Sealer>>()
  const knownSealer = (name: string): Promise<Sealer> => {
    const sealer = sealers.get(name) ?? sealerOf(name)
    sealers.set(name, sealer)
    return sealer
  }
  return {
    ...storage,
    createStorageInstance: (async (params: Parameters<typeof storage.createStorageInstance>[0]) => {
      const fields = fieldsOf(params.collectionName)
      if (fields.length === 0) return storage.createStorageInstance(params)
      const sealer = await knownSealer(params.databaseName)
      const inner = await storage.createStorageInstance(params)
      const { primaryKey } = params.schema
      const key = typeof primaryKey === 'string' ? primaryKey : primaryKey.key
      return seal(inner as unknown as Instance, fields, String(key), sealer)
    }) as typeof storage.createStorageInstance,
  }
}

const seal = (
  inner: Instance,
  fields: readonly string[],
  key: string,
  sealer: Sealer,
): Instance => {
  const placeOf = (id: unknown, more = '') =>
    placeIn(inner.databaseName, inner.collectionName, id, more)
  /** Documents just sealed here. Their own change event need not be opened again. */
  const fresh = new Map<string, object>()

  const sealAttachments = async (doc: Doc): Promise<Doc['_attachments']> => {
    const entries = Object.entries(doc._attachments ?? {})
    const sealed = entries.map(async ([name, attachment]) => {
      if (!('data' in attachment && attachment.data instanceof Blob)) return [name, attachment]
      const data = await sealer.sealBlob(placeOf(doc[key], name), attachment.data)
      return [name, { ...attachment, data }]
    })
    return Object.fromEntries(await Promise.all(sealed)) as Doc['_attachments']
  }

  const toStorage = async (doc: Doc): Promise<Doc> => {
    const kept: Record<string, unknown> = { ...doc }
    const secret: Record<string, unknown> = {}
    for (const field of fields) {
      if (field in kept) secret[field] = kept[field]
      delete kept[field]
    }
    const sealed = await sealer.seal(placeOf(doc[key]), secret)
    fresh.set(sealed, secret)
    const whole: object = {
      ...kept,
      [sealedName]: sealed,
      _attachments: await sealAttachments(doc),
    }
    return whole as Doc
  }

  const fromStorage = async (doc: Doc): Promise<Doc> => {
    const { [sealedName]: sealed, ...kept } = doc
    if (typeof sealed !== 'string') return doc
    const secret = fresh.get(sealed) ?? (await sealer.open(placeOf(doc[key]), sealed))
    return { ...kept, ...(secret as object) } as Doc
  }

  const opened = (docs: readonly Doc[]) => Promise.all(docs.map(fromStorage))

  const events$ = new Subject<Events>()
  // One bulk after another because opening takes time, and a later change must not overtake an earlier one.
  let announced: Promise<unknown> = Promise.resolve()
  const subscription = (inner.changeStream() as unknown as Subject<Events>).subscribe(bulk => {
    const events = Promise.all(
      bulk.events.map(async event => ({
        ...event,
        documentData: await fromStorage(event.documentData),
        ...(event.previousDocumentData
          ? { previousDocumentData: await fromStorage(event.previousDocumentData as Doc) }
          : {}),
      })),
    )
    // A broadcast that does not open was sealed with another key, and so belongs to another database.
    announced = Promise.all([announced, events.catch(() => null)]).then(([, found]) => {
      if (found !== null) events$.next({ ...bulk, events: found as Events['events'] })
    })
  })

  const errorFromStorage = async (
    error: RxStorageWriteError<Doc>,
    rows: readonly { document: Doc }[],
  ) => {
    const writeRow =
      rows.find(({ document }) => document[key] === error.documentId) ?? error.writeRow
    return 'documentInDb' in error
      ? { ...error, writeRow, documentInDb: await fromStorage(error.documentInDb as Doc) }
      : { ...error, writeRow }
  }

  const changesSince = inner.getChangedDocumentsSince?.bind(inner)
  const close = () => {
    subscription.unsubscribe()
    events$.complete()
  }

  return {
    databaseName: inner.databaseName,
    collectionName: inner.collectionName,
    internals: inner.internals,
    options: inner.options,
    schema: inner.schema,
    bulkWrite: async (rows, context) => {
      // The storage compares `previous` by its revision only, so it need not be sealed.
      const documents = await Promise.all(rows.map(row => toStorage(row.document as Doc)))
      const sealedRows = rows.map((row, at) => ({
        ...row,
        document: documents[at] ?? row.document,
      }))
      try {
        const { error } = await inner.bulkWrite(sealedRows, context)
        // RxDB expects a write's events before the write resolves.
        await announced
        const errors = error.map(one => errorFromStorage(one as never, rows as never))
        return { error: (await Promise.all(errors)) as never }
      } finally {
        for (const doc of documents) fresh.delete(String(doc[sealedName]))
      }
    },
    findDocumentsById: async (ids, withDeleted) =>
      opened((await inner.findDocumentsById(ids, withDeleted)) as Doc[]),
    query: async prepared => {
      const { documents } = await inner.query(prepared)
      return { documents: await opened(documents as Doc[]) }
    },
    count: prepared => inner.count(prepared),
    ...(changesSince === undefined
      ? {}
      : {
          getChangedDocumentsSince: async (limit, checkpoint) => {
            const changed = await changesSince(limit, checkpoint)
            return { ...changed, documents: await opened(changed.documents as Doc[]) }
          },
        }),
    getAttachmentData: async (id, name, digest) =>
      sealer.openBlob(placeOf(id, name), await inner.getAttachmentData(id, name, digest)),
    changeStream: () => events$.asObservable() as never,
    cleanup: minimumDeletedMs => inner.cleanup(minimumDeletedMs),
    close: () => {
      close()
      return inner.close()
    },
    remove: () => {
      close()
      return inner.remove()
    },
  }
}
