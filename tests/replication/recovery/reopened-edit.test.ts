import { discardDraft, startEditDraft } from '../../../collections/writes/write-work.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { submissionItemId } from '../../../collections/ids.ts'
import { answersOf, filesOf } from '../../../collections/queries.ts'
import { collectFiles } from '../../../collections/writes/file-owners.ts'
import { attachFile, fileBytes } from '../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { commitEdit } from '../../collections/commit.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { createTakenFiles } from '../../../src/features/fill/interview/draft-files.ts'
import { draftsIn, theDraft } from '../../drafts.ts'
import { entriesIn, deleteRecoveryEntry, reopenEntry, tryAgain } from '../../recovery.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** What becomes of an edit that is refused, or open when its interview is. */

databaseForEachTest()

/** Has the server refuse what a submission has to send. Returns the id of the entry. */
const refuse = async (id: string, other = ''): Promise<string> => {
  await queueUnsent(db, clock.now())
  const refusal = { reason: 'refused', status: 422, message: 'No.', inDoubt: false } as const
  await moveToRecovery(db, submissionItemId(id), refusal, clock.now())
  const entries = await entriesIn(db)
  return entries.find(entry => entry.id !== other)?.id ?? ''
}
const refusedEdit = async () => {
  const id = await save({ q: 'as sent', r: 'cleared', s: 'stays' })
  await arrive(id, '41')
  await commitEdit(db, id, { q: 'edited', s: 'stays' }, [], clock.now())
  return { id, entryId: await refuse(id) }
}

test('an edit that was open when its interview was refused comes with it into the draft', async () => {
  const id = await save({ q: 'first', r: 'kept' }, [file('photo', 'pump.txt')])
  const edit = id
  await startEditDraft(db, await stored(id), clock.now())
  await keepAnswer(db, edit, 'q', 'second', clock.now() + 1)
  const first = (await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON()
  await attachFile(db, { ...first, id: 'added', submission_id: edit }, new Blob(['added']))
  await refuse(id)

  expect(await reopenEntry(db, 'none', clock.now(), () => 'unused')).toBeNull()
  await reopenEntry(db, id, clock.now(), () => 'unused')
  expect((await draftsIn(db)).map(draft => draft.id)).toEqual([id])
  const answers = await answersOf(id).build(db.form_responses).exec()
  expect(answers.map(({ question_id, value }) => [question_id, value])).toEqual([
    ['q', 'second'],
    ['r', 'kept'],
  ])
  const files = await filesOf(id).build(db.file_uploads).exec()
  expect(files.map(each => each.id).toSorted()).toEqual([`${id}-0`, 'added'].toSorted())
  expect(await (await fileBytes(db, 'added'))?.text()).toBe('added')
})

test('an edit that was open when its interview was refused stays when the interview is deleted for good', async () => {
  const id = await save({ q: 'first', r: 'kept' })
  const edit = id
  await startEditDraft(db, await stored(id), clock.now())
  await keepAnswer(db, edit, 'q', 'second', clock.now() + 1)
  await deleteRecoveryEntry(db, await refuse(id), clock.now())
  const draft = await theDraft(db, edit)
  expect(draft).toMatchObject({ submission_id: '' })
  expect(draft.client_key).not.toBe((await stored(id)).former_keys?.at(-1))
  const answers = await answersOf(edit).build(db.form_responses).exec()
  expect(answers.map(({ question_id, value }) => [question_id, value])).toEqual([
    ['q', 'second'],
    ['r', 'kept'],
  ])
})

test('a photo that a refused edit added is in the edit that Recovery opens', async () => {
  const id = await save({ q: 'first' }, [file('photo', 'pump.txt')])
  await arrive(id, '41')
  const first = (await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON()
  const added = { ...first, id: 'added', file_name: 'added.txt', sync_status: 'pending' as const }
  await attachFile(db, added, new Blob(['added']))
  await commitEdit(db, id, { q: 'second' }, [first, added], clock.now())
  await reopenEntry(db, await refuse(id), clock.now(), () => 'unused')
  const files = await filesOf(id).build(db.file_uploads).exec()
  expect(files.map(each => each.id).toSorted()).toEqual(['added', first.id].toSorted())
  await collectFiles(db, clock.now() + 2 * 24 * 60 * 60_000)
  expect(await (await fileBytes(db, 'added'))?.text()).toBe('added')
})

test('a photo that a refused edit took out is out of the edit that Recovery opens', async () => {
  const id = await save({ q: 'first' }, [file('photo', 'private.txt'), file('photo', 'pump.txt')])
  await arrive(id, '41')
  const kept = (await db.file_uploads.findOne(`${id}-1`).exec(true)).toMutableJSON()
  await commitEdit(db, id, { q: 'first' }, [kept], clock.now())
  await reopenEntry(db, await refuse(id), clock.now(), () => 'unused')
  const answers = await answersOf(id).build(db.form_responses).exec()
  const taken = createTakenFiles(answers.map(answer => answer.toMutableJSON()))
  expect([`${id}-0`, `${id}-1`].map(taken.has)).toEqual([true, false])
})

test.each([
  ['unsent', async () => {}],
  ['on the server', (id: string) => arrive(id, '41', 1)],
])('photos of a refused edit and of a later one that is %s stay both', async (_, finish) => {
  const id = await save({ q: 'first' }, [file('photo', 'gone.txt'), file('photo', 'pump.txt')])
  await arrive(id, '41')
  const [gone, pump] = (await filesOf(id).build(db.file_uploads).exec()).map(doc =>
    doc.toMutableJSON(),
  )
  if (gone === undefined || pump === undefined) throw new Error('It has no files.')
  const add = async (name: string) => {
    const added = { ...pump, id: name, file_name: name, sync_status: 'pending' as const }
    await attachFile(db, added, new Blob([name]))
    return added
  }
  await commitEdit(db, id, { q: 'first' }, [pump, await add('early')], clock.now())
  const entryId = await refuse(id)
  await commitEdit(db, id, { q: 'first' }, [gone, pump, await add('late')], clock.now())
  await finish(id)
  expect(await tryAgain(db, entryId, clock.now())).toBe('returned')
  const { files } = await stored(id)
  expect(files.map(each => [each.id, each.removed === true]).toSorted()).toEqual([
    ['early', false],
    ['late', false],
    [gone.id, true],
    [pump.id, false],
  ])
})

test('a photo of a refused edit that is deleted in Recovery is not listed by its submission', async () => {
  const id = await save({ q: 'first' }, [file('photo', 'pump.txt')])
  await arrive(id, '41')
  const first = (await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON()
  const added = { ...first, id: 'added', file_name: 'added.txt', sync_status: 'pending' as const }
  await attachFile(db, added, new Blob(['added']))
  await commitEdit(db, id, { q: 'second' }, [first, added], clock.now())
  // A page brings a newer row while the edit waits.
  const row = { ...toCreateRequest(await stored(id)), id: 41, rev: '2', updated_at: '' }
  await takeRows(db, [v.parse(SubmissionRow, { ...row, answers: [] })])
  expect((await stored(id)).files.map(each => each.id)).toEqual([first.id, 'added'])
  await deleteRecoveryEntry(db, await refuse(id), clock.now())
  expect(await stored(id)).toMatchObject({ files: [{ id: first.id }], answers: {} })
})

test('an edit clears the answer to a question with a name that every object has', async () => {
  const id = await save({ constructor: 'Ravi & Sons', village: 'Bhuj' })
  await commitEdit(db, id, { village: 'Bhuj' }, [], clock.now())
  expect((await stored(id)).answers).toEqual({ village: 'Bhuj' })
})

test('a refused edit opens again with what the surveyor changed and cleared', async () => {
  const { id, entryId } = await refusedEdit()
  expect((await stored(id)).answers).toEqual({ q: 'as sent', r: 'cleared', s: 'stays' })
  const reopened = await reopenEntry(db, entryId, clock.now(), () => 'unused')
  expect(reopened).toEqual({ kind: 'edit', submissionId: id })
  const draft = id
  expect(await theDraft(db, draft)).toMatchObject({ submission_id: id })
  const answers = await answersOf(draft).build(db.form_responses).exec()
  expect(answers.map(({ question_id, value }) => [question_id, value])).toEqual([
    ['q', 'edited'],
    ['r', ''],
  ])
  expect(await entriesIn(db)).toEqual([])
})

test('a refused edit stays in Recovery while an open edit has other answers', async () => {
  const { id, entryId } = await refusedEdit()
  await commitEdit(db, id, { q: 'edited later', r: 'cleared', s: 'stays' }, [], clock.now())
  clock.advance(1000)
  const laterId = await refuse(id, entryId)
  const reopen = async (each: string) => {
    await reopenEntry(db, each, clock.now(), () => 'unused')
    const answers = await answersOf(id).build(db.form_responses).exec()
    const left = await entriesIn(db)
    return [answers[0]?.value, ...left.map(entry => entry.id)]
  }
  expect(await reopen(entryId)).toEqual(['edited', laterId])
  expect(await reopen(laterId)).toEqual(['edited', laterId])
  await discardDraft(db, id)
  expect(await reopen(laterId)).toEqual(['edited later'])
})

test('an entry of Recovery is deleted once, whichever tab is the second to do it', async () => {
  const { id, entryId } = await refusedEdit()
  await deleteRecoveryEntry(db, entryId, clock.now())
  expect(await entriesIn(db)).toEqual([])
  await deleteRecoveryEntry(db, entryId, clock.now())
  expect((await stored(id)).answers).toMatchObject({ q: 'as sent' })
})
