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

/** Writes the rows of the product that are not removed into a database by hand, each once, with the same indexes. */
const copyByHand = async (name: string): Promise<void> => {
  const from = await result(indexedDB.open(name))
  const names = [...from.objectStoreNames]
  const read = from.transaction(names)
  const tables = names.map(name => {
    const table = read.objectStore(name)
    const indexes = [...table.indexNames].map(index => [index, table.index(index).keyPath] as const)
    return { name, keyPath: table.keyPath, indexes }
  })
  const opening = indexedDB.open('by-hand', 1)
  opening.addEventListener('upgradeneeded', () => {
    for (const { name, keyPath, indexes } of tables) {
      const copy = opening.result.createObjectStore(name, keyPath === null ? {} : { keyPath })
      for (const [index, path] of indexes) copy.createIndex(index, path)
    }
  })
  const to = await result(opening)
  for (const table of names) {
    const store = () => from.transaction(table).objectStore(table)
    const [rows, keys] = [await result(store().getAll()), await result(store().getAllKeys())]
    for (const [at, row] of rows.entries()) {
      if ((row as { _deleted?: string })._deleted === '1') continue
      const copy = to.transaction(table, 'readwrite').objectStore(table)
      await result(copy.keyPath === null ? copy.put(row, keys[at]) : copy.put(row))
    }
  }
  from.close()
  to.close()
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
  /** Writes what is kept once more, by hand. */
  copyByHand: () => copyByHand('soak'),
  /** Removes what was deleted, as RxDB's clean-up does. */
  cleanUp: async () => {
    const { collections } = await open()
    for (const { storageInstance } of Object.values(collections)) await storageInstance.cleanup(0)
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
