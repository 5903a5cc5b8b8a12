import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { visibleSubmissions } from '../../collections/queries.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import { createSealer } from '../../collections/storage/sealing.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { attachFile } from '../../collections/writes/write-files.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { commitInterview } from '../../tests/collections/commit.ts'

/** Measures the same work on an unsealed and on a sealed device, in turns, so that other load affects both alike. */

const rounds = 40
const rows = 2000
const answersEach = 20
const photoBytes = 60_000

type Kind = 'open' | 'sealed'
export type Times = Record<string, Record<Kind, number[]>>

const port = { indexedDB, IDBKeyRange }
const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
  'encrypt',
  'decrypt',
])

const open = async (kind: Kind): Promise<Database> => {
  const sealing = kind === 'open' ? {} : { sealerOf: async () => createSealer(await key) }
  return openDatabase(`bench-${kind}`, oneDatabase(port, sealing))
}

const start = Date.UTC(2026, 0, 1)

const contents = (seed: number) => ({
  answers: Object.fromEntries(
    Array.from({ length: answersEach }, (_, at) => [
      `field-${at}`,
      at % 5 === 0
        ? [`choice ${seed}`, 'another choice']
        : `An answer of a usual length, ${seed}.${at}`,
    ]),
  ),
  files: [],
  place: { latitude: 12.97, longitude: 77.59, accuracy: 9 },
  address: 'Ward 7, Rampura',
  city: 'Rampura',
})

const fill = async (db: Database): Promise<void> => {
  const { answers, place, address, city } = contents(1)
  const batch = 500
  for (let from = 0; from < rows; from += batch) {
    const docs = Array.from({ length: batch }, (_, at) => {
      const iso = new Date(start + (from + at) * 60_000).toISOString()
      return {
        id: `temp_${start + (from + at) * 60_000}`,
        client_key: `key-${from + at}`,
        server_id: '',
        form_id: 'household',
        formName: 'Household Profile',
        definition_hash: 'v1',
        ...place,
        address,
        city,
        created_at: iso,
        updated_at: iso,
        submittedAt: iso,
        syncStatus: 'pending',
        answers,
        files: [],
        files_pending: 0,
        rev: '',
        history: [],
        hidden: 0,
        newest: newestOf(iso),
      }
    })
    await db.submissions.bulkInsert(docs as never)
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const noted = (times: Times, what: string, kind: Kind, ms: number): void => {
  const entry = (times[what] ??= { open: [], sealed: [] })
  entry[kind].push(ms)
}

/** One round: a page of a cold list, an answer, a submitted interview with its answers, a photo. */
const round = async (kind: Kind, number: number, times: Times): Promise<void> => {
  const note = (what: string, ms: number) => noted(times, what, kind, ms)
  let db: Database | null = null
  const opening = await timed(async () => {
    db = await open(kind)
  })
  const device = db as unknown as Database
  const page = await timed(() => visibleSubmissions().build(device.submissions).exec())
  note('first page (query)', page)
  note('first page (database opened, then query)', opening + page)

  const now = start + 1e10 + number * 1000
  const draft = await startDraft(device, {
    formId: 'household',
    formName: 'Household Profile',
    definitionHash: 'v1',
    clientKey: crypto.randomUUID(),
    now,
  })
  const whole = contents(number)
  note('one answer kept', await timed(() => keepAnswer(device, draft.id, 'field-0', 'typed', now)))
  note('interview submitted', await timed(() => commitInterview(device, draft, whole, now)))
  const photo = new Blob([crypto.getRandomValues(new Uint8Array(photoBytes))], {
    type: 'image/jpeg',
  })
  const file = {
    id: crypto.randomUUID(),
    submission_id: draft.id,
    field_id: 'photo',
    field_name: 'photo',
    field_type: 'IMAGE',
    occurrence: 0,
    file_name: 'photo.jpg',
    file_type: 'image/jpeg',
    file_size: photoBytes,
    sha256: '',
    sync_status: 'pending' as const,
    created_at: now,
    synced_at: 0,
  }
  note('photo of 60 kB stored', await timed(() => attachFile(device, file, photo)))
  await device.close()
}

const run = async (): Promise<Times> => {
  for (const kind of ['open', 'sealed'] as const) {
    const db = await open(kind)
    await fill(db)
    await db.close()
  }
  const times: Times = {}
  // The first rounds warm the code up and are not counted.
  for (const kind of ['open', 'sealed', 'sealed', 'open'] as const) await round(kind, 9000, {})
  for (let number = 0; number < rounds; number += 1) {
    const order = number % 2 === 0 ? (['open', 'sealed'] as const) : (['sealed', 'open'] as const)
    for (const kind of order) await round(kind, number * 2 + (kind === 'open' ? 0 : 1), times)
  }
  return times
}

Object.assign(globalThis, { benchmark: run() })
