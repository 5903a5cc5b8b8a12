import { describe, expect, test } from 'vitest'
import { followForm } from '../../../collections/interview/cases/follow-interview.ts'
import { storedDocument } from '../../../collections/interview/logged.ts'
import { caseLacks } from '../../../collections/schemas/cases.ts'
import { startEditDraft, discardDraft } from '../../../collections/writes/write-work.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { submitInterview, undoDelete, type SubmitParts } from '../../../replication/submit.ts'
import { draftIn } from '../../drafts.ts'
import { registering, storeCaseForm, visiting } from '../../case-form.ts'
import { clock, databaseForEachTest, db, interview } from '../../replication/saved-work.ts'
import { markDeleted } from '../commit.ts'

/** What the writes of interviews make of cases on a device without a server. */

databaseForEachTest()

const parts = (): SubmitParts =>
  ({
    db,
    env: { clock, network: { isOnline: () => false }, registerSync: () => {} },
    sync: { wake: () => Promise.resolve() },
  }) as never

const submit = async (answers: Record<string, string>): Promise<string> => {
  const { draft, contents } = await interview(answers)
  clock.advance(1000)
  await submitInterview(parts(), draft, contents)
  return draft.id
}

const edit = async (id: string, answers: Record<string, string>): Promise<void> => {
  const stored = await storedDocument(db.submissions, id)
  if (stored === null) throw new Error('It is not stored.')
  const draft = await startEditDraft(db, stored, clock.now())
  clock.advance(1000)
  await submitInterview(parts(), draft, {
    answers: { ...stored.answers, ...answers },
    files: [],
    place: { latitude: null, longitude: null, accuracy: null },
    address: '',
    city: '',
  })
}

const caseOf = async (id: string) => (await db.cases.findOne(id).exec())?.toMutableJSON() ?? null

describe('a case follows its interviews', () => {
  test('from the transaction that submits the registration', async () => {
    await storeCaseForm(db)
    const id = await submit(registering('c1', { name: 'Rahul', children: '2' }))
    expect(await caseOf('c1')).toMatchObject({
      list: 'households',
      label: 'Rahul',
      values: { name: 'Rahul', children: '2' },
      version: 1,
      hidden: 0,
      lacks: caseLacks.interview,
    })
    const own = Object.values((await caseOf('c1'))?.own ?? {})
    expect(own).toEqual([{ interview: id, state: 'waits', pull: 0 }])
  })

  test('a visit knows what it had seen, and an edit of it keeps its place', async () => {
    await storeCaseForm(db)
    const registered = await submit(registering('c1', { name: 'Rahul', children: '2' }))
    const visit = await submit(visiting('c1', { name: 'Rahul', children: '3' }))
    const seenIn = async () =>
      JSON.parse(String((await storedDocument(db.submissions, visit))?.answers['who:seen']))
    const key = (await storedDocument(db.submissions, registered))?.client_key
    expect(await seenIn()).toEqual({ version: 1, heads: [`${key}|who`], kept: ['name'] })
    expect(await caseOf('c1')).toMatchObject({ version: 2, values: { children: '3' } })

    const other = await submit(visiting('c1', { children: '5' }))
    await edit(visit, { children: '4' })
    expect(await seenIn()).toEqual({ version: 1, heads: [`${key}|who`], kept: ['name'] })
    expect(await caseOf('c1')).toMatchObject({ version: 3, values: { children: '5' } })
    await markDeleted(db, other, clock.now())
    expect(await caseOf('c1')).toMatchObject({ version: 2, values: { children: '4' } })
  })

  test('through deletion, Undo, the bin and back', async () => {
    await storeCaseForm(db)
    const id = await submit(registering('c1', { name: 'Rahul' }))
    await markDeleted(db, id, clock.now())
    expect(await caseOf('c1')).toBeNull()
    await undoDelete(parts(), id)
    expect(await caseOf('c1')).toMatchObject({ label: 'Rahul' })
    await markDeleted(db, id, clock.now())
    await endSubmission(db, id, 'surveyor', clock.now())
    expect(await caseOf('c1')).toBeNull()
    await restoreFromBin(db, id, clock.now())
    const restored = await caseOf('c1')
    expect(restored).toMatchObject({ label: 'Rahul', version: 1 })
    const key = (await storedDocument(db.submissions, id))?.client_key
    expect(Object.values(restored?.operations ?? {}).map(one => one.key)).toEqual([`${key}|who`])
  })

  test('a visit of a case that is not registered here is kept, and not shown', async () => {
    await storeCaseForm(db)
    await submit(visiting('c1', { children: '3' }))
    expect(await caseOf('c1')).toMatchObject({ hidden: 1, values: { children: '3' } })
  })

  test('an edit that names another case takes it from the first one', async () => {
    await storeCaseForm(db)
    const id = await submit(registering('c1', { name: 'Rahul' }))
    await edit(id, { who: 'c2' })
    expect([await caseOf('c1'), (await caseOf('c2'))?.label]).toEqual([null, 'Rahul'])
  })

  test('only a draft makes no case', async () => {
    await storeCaseForm(db)
    const { draft } = await interview(registering('c1', { name: 'Rahul' }))
    await keepAnswer(db, draft.id, 'name', 'Rahul S', clock.now())
    expect(await caseOf('c1')).toBeNull()
    await discardDraft(db, draft.id)
    expect(await draftIn(db, draft.id)).toBeNull()
  })

  test('a form whose definition is not here makes none until the definition comes', async () => {
    await submit(registering('c1', { name: 'Rahul' }))
    expect(await caseOf('c1')).toBeNull()
    await storeCaseForm(db)
    await followForm(db, '3')
    expect(await caseOf('c1')).toMatchObject({ label: 'Rahul', lacks: caseLacks.interview })
  })

  test('an operation about a case of another list is left out', async () => {
    await storeCaseForm(db)
    await submit(registering('c1', { name: 'Rahul' }))
    await submit({ well: 'c1', 'well:act': 'update', name: 'Well' })
    expect(await caseOf('c1')).toMatchObject({ list: 'households', version: 1 })
  })
})
