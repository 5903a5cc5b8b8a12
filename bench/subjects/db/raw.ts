import { sealedFieldsOf } from '../../../collections/storage/sealed-fields.ts'
import { createSealer } from '../../../collections/storage/sealing.ts'
import type { SubmissionRow } from '../../../replication/wire/answers.ts'
import {
  answersOf,
  formOf,
  idOf,
  isPending,
  makeRow,
  newestAt,
  oneForm,
  type Engine,
  type ListName,
} from './engine.ts'
import { result } from '../request.ts'

/** The minimum: hand-written IndexedDB with the same fields, indexes and number of databases. */

const stores = 12
const indexes: Readonly<Record<string, string[]>> = {
  newest: ['hidden', 'newest'],
  form: ['hidden', 'form_id', 'newest'],
  pending: ['hidden', 'syncStatus', 'newest'],
  formPending: ['hidden', 'form_id', 'syncStatus', 'newest'],
  server: ['server_id'],
  status: ['syncStatus', 'newest'],
}

const openOne = (name: string, upgrade: (db: IDBDatabase) => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => upgrade(request.result))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })

const toRecord = (row: SubmissionRow, index: number, syncStatus: string) => ({
  id: row.id,
  client_key: row.client_key,
  server_id: row.id,
  form_id: row.form_id,
  formName: row.form_name,
  definition_hash: '',
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: null,
  address: row.address,
  city: row.city,
  created_at: row.created_at,
  updated_at: row.updated_at,
  submittedAt: row.created_at,
  syncStatus,
  answers: answersOf(index),
  files: [],
  files_pending: 0,
  rev: row.rev,
  history: [],
  hidden: 0,
  newest: newestAt(index),
})

const range = (what: ListName, from: number): IDBKeyRange => {
  const first = newestAt(from)
  const key = {
    newest: [0],
    form: [0, oneForm],
    pending: [0, 'pending'],
  }[what]
  return IDBKeyRange.bound([...key, first], [...key, Number.MAX_SAFE_INTEGER])
}

/** Makes what the product keeps sealed unreadable, and readable again, with the product's own sealer. */
const sealing = () => {
  // The same in every page, because one fills the storage and another reads it.
  const key = new Uint8Array(32)
  const sealer = crypto.subtle
    .importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
    .then(createSealer)
  const secret = new Set(sealedFieldsOf('submissions'))
  return {
    seal: async (record: object): Promise<object> => {
      const fields = Object.entries(record)
      const [sealed, open] = [true, false].map(isSecret =>
        Object.fromEntries(fields.filter(([field]) => secret.has(field) === isSecret)),
      )
      return { ...open, sealed: await (await sealer).seal('submissions', sealed) }
    },
    open: async ({ sealed, ...open }: { readonly sealed: string }): Promise<object> => ({
      ...open,
      ...((await (await sealer).open('submissions', sealed)) as object),
    }),
  }
}

/** Creates the hand-written engine, which seals what it writes if that is asked. */
export const createRaw = (name: string, isSealed = false): Engine => {
  const sealer = isSealed ? sealing() : null
  let main: IDBDatabase
  let others: readonly IDBDatabase[] = []
  const channel = new BroadcastChannel(name)
  let notify: () => void = () => {}

  const put = async (plain: readonly object[], durability: IDBTransactionDurability) => {
    const records = sealer === null ? plain : await Promise.all(plain.map(sealer.seal))
    const transaction = main.transaction('docs', 'readwrite', { durability })
    const store = transaction.objectStore('docs')
    for (const record of records) store.put(record)
    transaction.commit()
    await done(transaction)
    channel.postMessage('changed')
    notify()
  }
  const read = () => main.transaction('docs').objectStore('docs')

  const engine: Engine = {
    open: async () => {
      const [first, ...rest] = await Promise.all(
        Array.from({ length: stores + 1 }, (_, at) =>
          openOne(`${name}-${at}`, db => {
            const store = db.createObjectStore('docs', { keyPath: 'id' })
            for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path)
          }),
        ),
      )
      if (first === undefined) throw new Error('Nothing was opened.')
      main = first
      others = rest
    },
    close: async () => {
      channel.close()
      for (const db of [main, ...others]) db.close()
    },
    fill: async (from, to) => {
      for (let at = from; at < to; at += 1000) {
        const records = Array.from({ length: Math.min(1000, to - at) }, (_, n) =>
          toRecord(makeRow(at + n), at + n, isPending(at + n) ? 'pending' : 'synced'),
        )
        await put(records, 'relaxed')
      }
    },
    takeRows: rows =>
      put(
        rows.map(row => toRecord(row, Number(row.id.slice(4)), 'synced')),
        'strict',
      ),
    list: async (what, from) => {
      const records = await result(read().index(what).getAll(range(what, from), 50))
      return (sealer === null ? records : await Promise.all(records.map(sealer.open))).length
    },
    counts: async () => {
      const store = read()
      return Promise.all([
        result(store.index('newest').count(IDBKeyRange.bound([0], [0, []]))),
        result(store.index('pending').count(IDBKeyRange.bound([0, 'pending'], [0, 'pending', []]))),
      ])
    },
    watch: async changed => {
      const again = async () => {
        await engine.list('newest', -100_000)
        changed()
      }
      notify = () => void again()
      channel.addEventListener('message', notify)
      await engine.list('newest', -100_000)
    },
    submit: async at => {
      const row = { ...makeRow(0), id: idOf(9_000_000 + at), form_id: formOf(at) }
      await put([{ ...toRecord(row, 0, 'pending'), newest: newestAt(-1 - at) }], 'strict')
    },
  }
  return engine
}
