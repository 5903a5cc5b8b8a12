import type { Database } from '../../../collections/database.ts'
import { visibleSubmissions } from '../../../collections/queries.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import { compressImage } from '../../../src/features/fill/files/compress.ts'
import { makeFields } from '../../fill/fields.ts'
import { result } from '../request.ts'
import { answerInterview, env, openProduct, submitInterview } from '../submit/interviews.ts'

/** A surveyor's daily work, again and again on one device that is offline: interviews with photos. */

/** As the product makes a photo with details: it ends at 40 to 90 kB. */
const photoBytes = 60_000
/** The photo is as small as its question asks, so it stays as it is. */
const fields = makeFields(12).map(field => ({ ...field, max_kb: photoBytes / 1000 }))

/** Random bytes that begin like a JPEG, because nothing here decodes it and it must not become smaller on the disk. */
const makePhoto = (): File => {
  const bytes = crypto.getRandomValues(new Uint8Array(photoBytes))
  bytes.set([0xff, 0xd8, 0xff])
  return new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
}

let opening: Promise<Database> | null = null
const open = (): Promise<Database> => (opening ??= openProduct('soak'))

/** Answers, attaches a photo, submits, and reads the list. */
const interviewOnce = async (db: Database): Promise<void> => {
  const interview = answerInterview(db, fields)
  const photo = interview.form.fields.find(({ type }) => type === 'IMAGE')
  if (photo === undefined) throw new Error('The survey asks for no photo.')
  const parts = { db, env, compress: compressImage }
  const { said } = await attachFiles(parts, interview, photo, [makePhoto()])
  if (said.length > 0) throw new Error(said.join(' '))
  await submitInterview(db, interview)
  await interview.close()
  await visibleSubmissions().build(db.submissions).exec()
}

/** A row with its key. Bytes are only their number, because any bytes do. */
type Row = readonly [key: string | string[], row: Readonly<Record<string, unknown>>, bytes: number]

/** A table of the product's database. */
interface Table {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly indexes: readonly (readonly [name: string, keyPath: string | string[]])[]
  /** What is kept, without what was removed when an interview was submitted. */
  readonly kept: readonly Row[]
}

const readTable = async (db: IDBDatabase, name: string): Promise<Table> => {
  const table = () => db.transaction(name).objectStore(name)
  const rows = await result(table().getAll())
  const keys = (await result(table().getAllKeys())) as string[]
  const all = keys.map((key, at): Row => {
    const { data, ...row } = rows[at] as Record<string, unknown>
    return data instanceof Blob ? [key, row, data.size] : [key, rows[at], 0]
  })
  const { keyPath, indexNames } = table()
  return {
    name,
    keyPath,
    indexes: [...indexNames].map(index => [index, table().index(index).keyPath] as const),
    kept: all.filter(([, row]) => row['_deleted'] !== '1'),
  }
}

const readTables = async (): Promise<readonly Table[]> => {
  const db = await result(indexedDB.open('soak'))
  const tables = await Promise.all([...db.objectStoreNames].map(name => readTable(db, name)))
  db.close()
  return tables
}

const createByHand = (tables: readonly Table[]): Promise<IDBDatabase> => {
  const opening = indexedDB.open('by-hand', 1)
  opening.addEventListener('upgradeneeded', () => {
    for (const { name, keyPath, indexes } of tables) {
      const table = opening.result.createObjectStore(name, keyPath === null ? {} : { keyPath })
      for (const [index, path] of indexes) table.createIndex(index, path)
    }
  })
  return result(opening)
}

const put = (table: IDBObjectStore, [key, row, size]: Row) => {
  const photo = () =>
    new Blob([crypto.getRandomValues(new Uint8Array(size))], { type: 'image/jpeg' })
  const whole = size === 0 ? row : { ...row, data: photo() }
  return result(table.keyPath === null ? table.put(whole, key) : table.put(whole))
}

/** One of `parts` equal parts of a list. */
const partOf = <Item>(items: readonly Item[], part: number, parts: number): readonly Item[] => {
  const edge = (at: number) => Math.round((at * items.length) / parts)
  return items.slice(edge(part), edge(part + 1))
}

/** Writes what is kept of so many interviews by hand, with the product's indexes, each in one transaction. */
const writeByHand = async (tables: readonly Table[], interviews: number): Promise<void> => {
  const db = await createByHand(tables)
  for (let n = 0; n < interviews; n += 1) {
    const end = db.transaction([...db.objectStoreNames], 'readwrite')
    await Promise.all(
      tables.flatMap(({ name, kept }) =>
        partOf(kept, n, interviews).map(row => put(end.objectStore(name), row)),
      ),
    )
  }
  db.close()
}

const subject = {
  open: async () => {
    await open()
  },
  work: async (times: number) => {
    const db = await open()
    for (let n = 0; n < times; n += 1) await interviewOnce(db)
  },
  /** Moves the clock on. RxDB remembers the names of its events for a minute, and forgets them at a later event. */
  pass: (ms: number) => {
    const now = Date.now
    Date.now = () => now() + ms
  },
  /** The bytes in use by the browser's own estimate. */
  disk: async () => (await navigator.storage.estimate()).usage ?? Number.NaN,
  /** The interviews that are kept, and the bytes of their answers and photos. */
  kept: async () => {
    const db = await open()
    const submissions = await db.submissions.find().exec()
    const photos = await db.file_uploads.find().exec()
    const answers = submissions.map(({ answers: given }) => JSON.stringify(given))
    return {
      interviews: submissions.length,
      bytes:
        new TextEncoder().encode(answers.join('')).length +
        photos.reduce((sum, { file_size }) => sum + file_size, 0),
    }
  },
  readTables,
  writeByHand,
  /** Removes what was deleted, as RxDB's clean-up does. */
  cleanUp: async () => {
    const { collections } = await open()
    for (const { storageInstance } of Object.values(collections)) await storageInstance.cleanup(0)
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
