import { expect, test } from 'vitest'
import { collectPieces } from '../../src/backup/collect.ts'
import { bytesToPiece, pieceToBytes } from '../../src/backup/pieces.ts'
import type { BackupHead, InterviewRecord } from '../../src/backup/records.ts'
import { moveToRecovery } from '../../replication/recovery/recover.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { startEditDraft } from '../../collections/writes/write-work.ts'
import { keepAnswer, moveDraft } from '../../collections/writes/write-interview.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { question } from '../form/form-fixtures.ts'
import { clock, databaseForEachTest, db, interview, save } from '../replication/saved-work.ts'

/** A backup may come from anywhere, so that each part of a record is checked before anything is written. */

databaseForEachTest()

const head: BackupHead = {
  type: 'head',
  made_at: '2026-11-23T10:00:00.000Z',
  app_version: '1',
  schema: 17,
  user: { id: '7', name: 'Asha Verma' },
  api_url: 'http://plain.test/api',
}

const why = { reason: 'exhausted', status: 500, message: '', inDoubt: true } as const

/** A refused interview with an open edit, as a backup has it. */
const record = async (): Promise<InterviewRecord> => {
  const id = await save({ q: 'yes' })
  const stored = await db.submissions.findOne(id).exec(true)
  await startEditDraft(db, stored.toMutableJSON() as SubmissionDoc, clock.now())
  await keepAnswer(db, id, 'q', 'no', clock.now())
  await queueUnsent(db, clock.now())
  await moveToRecovery(db, submissionItemId(id), why, clock.now())
  for await (const piece of collectPieces(db, head)) {
    if (piece.record.type === 'interview') return piece.record
  }
  throw new Error('The interview is not in the backup.')
}

const isRead = (of: object): boolean =>
  bytesToPiece(pieceToBytes({ record: of as InterviewRecord, bytes: new Uint8Array(0) })) !== null

test('an interview is read only if its document, its notes, its answers and its items fit', async () => {
  const whole = await record()
  const { doc } = whole
  const { work, refusals = [] } = doc
  const [refusal] = refusals
  expect(isRead(whole)).toBe(true)
  const damaged: readonly object[] = [
    { doc: { ...doc, id: 7 } },
    { doc: { ...doc, state: 'unheard of' } },
    { doc: { ...doc, answers: 'none' } },
    { doc: { ...doc, crdts: { operations: [[{ creator: 'a' }]], hash: '' } } },
    { doc: { ...doc, work: { ...work, isWhole: 'yes' } } },
    { doc: { ...doc, work: { ...work, updated_at: 'now' } } },
    { doc: { ...doc, work: { ...work, sent_before: { sentAt: 1 } } } },
    { doc: { ...doc, refusals: [{ ...refusal, kind: 'unheard of' }] } },
    { doc: { ...doc, refusals: [{ ...refusal, file_ids: [1] }] } },
    { doc: { ...doc, refusals: [{ ...refusal, payload: { submission: { id: 'a' } } }] } },
    { answers: [{ id: 'a' }] },
    { answers: 'none' },
    { items: [{ id: 'a' }] },
  ]
  const read = damaged.filter(part => isRead({ ...whole, ...part }))
  expect(read).toEqual([])
})

test('a draft brings the questions of the version that it was moved to, which the server may not have any more', async () => {
  const { draft } = await interview({ q: 'half' })
  await db.form_questions.insert(question('q', { form_id: '3', definition_hash: 'v2' }))
  await moveDraft(db, draft.id, 'v2')
  const versions: string[] = []
  for await (const { record: of } of collectPieces(db, head)) {
    if (of.type === 'fields') versions.push(...of.docs.map(doc => doc.definition_hash))
  }
  expect(versions).toEqual(['v2'])
})
