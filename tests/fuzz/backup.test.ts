import { expect, test } from 'vitest'
import type { Operations } from '../../collections/operation-log.ts'
import type { Refusal } from '../../collections/schemas/refusal.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { BackupRecord } from '../../src/backup/records.ts'
import { bytesToPiece, pieceToBytes } from '../../src/backup/pieces.ts'
import { parseHeader } from '../../src/backup/envelope.ts'
import { DamagedBackup, openBackupFile } from '../../src/backup/read-file.ts'
import { writeBackupFile } from '../../src/backup/write-file.ts'
import type { Random } from '../sim/random.ts'
import { anyBytes, anyJson, caseCount, mutated, randomOf } from './chaos.ts'

/** A backup file may come from anyone: whatever it contains, nothing throws, and nothing invalid is imported. */

const operation = { creator: 'a', time: 1, body: [{ ifMatch: { $set: { status: 'pending' } } }] }
const refusal = {
  id: 'r1',
  kind: 'create',
  reason: 'draft',
  status: 409,
  message: '',
  form_id: 'f1',
  formName: 'Form',
  definition_hash: 'v1',
  payload: { submission: null },
  file_ids: ['a'],
  history: [],
  created_at: '',
  moved_at: 1,
}
const work = {
  isWhole: true,
  isDetached: false,
  definition_hash: 'v1',
  created_at: '',
  updated_at: 1,
  latitude: null,
  longitude: null,
  accuracy: null,
  scroll: 0,
}
const interview = {
  id: 'temp_1',
  client_key: 'k',
  server_id: '',
  form_id: 'f1',
  created_at: '',
  syncStatus: 'pending',
  answers: {},
  files: [],
  state: 'open',
  hidden: 4,
  attention: 2,
  correction: 0,
  newest: 1,
  work,
  refusals: [refusal],
  crdts: { operations: [[operation]], hash: '' },
}
const records: readonly unknown[] = [
  {
    type: 'head',
    made_at: '2026-01-01T00:00:00Z',
    app_version: '1.0.8',
    schema: 17,
    user: { id: '7', name: 'Asha' },
    api_url: 'http://plain.test/api',
  },
  { type: 'profile', edits: [[operation]], refusals: [refusal] },
  { type: 'interview', doc: interview, answers: [], items: [] },
  { type: 'end' },
]

const toBytes = (record: unknown): Uint8Array<ArrayBuffer> =>
  pieceToBytes({ record: record as BackupRecord, bytes: new Uint8Array([1, 2, 3]) })

/** The same bytes with some of them changed, cut off or added. */
const hurt = (random: Random, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const copy = bytes.slice(0, random.chance(0.3) ? random.below(bytes.length + 1) : bytes.length)
  for (let left = random.below(4); left > 0 && copy.length > 0; left -= 1) {
    copy[random.below(copy.length)] = random.below(256)
  }
  return random.chance(0.1) ? new Uint8Array([...copy, ...anyBytes(random, 20)]) : copy
}

const caseOf = (random: Random): Uint8Array<ArrayBuffer> => {
  if (random.chance(0.2)) return anyBytes(random)
  const record = random.chance(0.2)
    ? anyJson(random, 3)
    : mutated(random, random.pick(records), 0.2)
  const bytes = toBytes(record ?? null)
  return random.chance(0.4) ? hurt(random, bytes) : bytes
}

const canReplay = (edits: readonly Operations[]): boolean =>
  edits.flat().every(({ creator, body }) => typeof creator === 'string' && Array.isArray(body))

const refusalsOf = (record: BackupRecord): readonly Refusal[] => {
  if (record.type === 'profile') return record.refusals
  return record.type === 'interview' ? (record.doc.refusals ?? []) : []
}

const hasFittingWork = ({ work }: SubmissionDoc): boolean =>
  work === undefined ||
  (typeof work.isWhole === 'boolean' &&
    typeof work.definition_hash === 'string' &&
    typeof work.updated_at === 'number')

test(
  `${caseCount} parts of any shape: nothing throws, and no invalid document is accepted`,
  { timeout: 600_000 },
  () => {
    let good = 0
    const problems: string[] = []
    for (let index = 0; index < caseCount && problems.length < 20; index += 1) {
      const bytes = caseOf(randomOf(index))
      try {
        parseHeader(bytes)
        const record = bytesToPiece(bytes)?.record
        if (record === undefined) continue
        good += 1
        if (record.type === 'profile' && !canReplay(record.edits)) {
          problems.push(`case ${index}: an edit that cannot be replayed`)
        }
        if (record.type === 'interview' && !canReplay(record.doc.crdts.operations)) {
          problems.push(`case ${index}: an interview that cannot be replayed`)
        }
        for (const { id, file_ids, history } of refusalsOf(record)) {
          const hasLists = Array.isArray(file_ids) && Array.isArray(history)
          if (typeof id !== 'string' || !hasLists)
            problems.push(`case ${index}: a refusal that does not fit`)
        }
        if (record.type === 'interview' && !hasFittingWork(record.doc)) {
          problems.push(`case ${index}: work that does not fit`)
        }
      } catch (error) {
        problems.push(`case ${index}: ${String(error)}`)
      }
    }
    expect(problems).toEqual([])
    expect(good).toBeGreaterThan(caseCount / 100)
  },
)

/** Fewer cases with whole files, because deriving the key is slow on purpose. */
const fileCases = caseCount > 10_000 ? 300 : 12

test(
  `${fileCases} damaged files: each is refused or recognized as damaged, and never read to its end`,
  { timeout: 900_000 },
  async () => {
    async function* pieces() {
      for (const record of records) {
        yield await Promise.resolve({ record: record as BackupRecord, bytes: new Uint8Array(50) })
      }
    }
    const words = 'four goats cross the bridge'
    const whole = new Uint8Array(await (await writeBackupFile(words, pieces())).arrayBuffer())
    /** The number of readable parts, and the outcome. */
    const readAll = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
      const opened = await openBackupFile(new Blob([bytes]), words)
      if (!opened.ok) return opened.failure
      try {
        let count = 0
        for await (const piece of opened.value.pieces()) count += piece.bytes.length > 0 ? 1 : 0
        return `whole: ${count}`
      } catch (error) {
        if (error instanceof DamagedBackup) return 'damaged'
        throw error
      }
    }
    expect(await readAll(whole)).toBe(`whole: ${records.length}`)
    for (let index = 0; index < fileCases; index += 1) {
      const random = randomOf(index)
      const bytes = whole.slice(0, random.chance(0.4) ? random.below(whole.length) : whole.length)
      const at = random.below(bytes.length)
      if (bytes.length === whole.length) bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255))
      // A higher number of iterations takes long, up to its limit.
      if (at >= 17 && at < 21 && bytes.length === whole.length) continue
      const outcome = await readAll(bytes)
      expect(['foreign', 'newer', 'passphrase', 'damaged'], `case ${index}`).toContain(outcome)
    }
  },
)
