import { expect, test } from 'vitest'
import { foldCase } from '../../../collections/cases/fold.ts'
import { operationsOf } from '../../../collections/cases/interviewed.ts'
import type { CaseOperation } from '../../../collections/cases/operation.ts'
import { caseOperationKey } from '../../../collections/interview/cases/case-log.ts'
import { caseKeyOf, plainAnswers } from '../../../collections/interview/cases/follow-interview.ts'
import { documentOf, storedDocument } from '../../../collections/interview/logged.ts'
import { isSubmitted } from '../../../collections/interview/plan-move.ts'
import { submissionItemId } from '../../../collections/ids.ts'
import { canonical, pendingOperations } from '../../../collections/operation-log.ts'
import type { CaseDoc } from '../../../collections/schemas/cases.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { changeSetting } from '../../../collections/writes/write-settings.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { carriedBy } from '../../../replication/outbox/carried.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import {
  asCaseDeletion,
  asCaseDocument,
  settleCases,
  takeCases,
} from '../../../replication/pull/cases/take-cases.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { settle } from '../../../replication/settle/settle.ts'
import { undoDelete, type SubmitParts } from '../../../replication/submit.ts'
import { registering, storeCaseForm, visiting } from '../../case-form.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import { createRandom, type Random } from '../../sim/random.ts'
import { storedDocuments } from '../../stored-documents.ts'
import { clock, databaseForEachTest, db, save } from '../../replication/saved-work.ts'
import { commitEdit, markDeleted } from '../commit.ts'

/**
 * Random writes of interviews, and pulls of a server that derives what it has: at every moment a case is the fold of the
 * server's operations with those of this device's interviews in their place.
 */

databaseForEachTest()

const blocks = [
  {
    fieldId: 'who',
    list: 'households',
    values: { name: 'name', children: 'children', due: 'due' },
  },
]
const parts = (): SubmitParts =>
  ({
    db,
    env: { clock, network: { isOnline: () => false }, registerSync: () => {} },
    sync: { wake: () => Promise.resolve() },
  }) as never

const madeBy = (doc: SubmissionDoc) =>
  operationsOf(blocks, plainAnswers(doc.answers), {
    key: caseKeyOf(doc),
    at: doc.submittedAt,
    by: '',
    form_id: doc.form_id,
    submission_id: doc.server_id,
  })

/** What happens; `server` has the operations of each case by their keys, `rows` what it has of each interview. */
interface Play {
  readonly random: Random
  readonly ids: string[]
  readonly rows: Map<string, SubmissionDoc>
  begun: number
  count: number
}

/** The server's operations, from the interviews that it has. */
const serverCases = ({ rows }: Play): ReadonlyMap<string, readonly CaseOperation[]> => {
  const cases = new Map<string, CaseOperation[]>()
  for (const doc of rows.values()) {
    for (const { id, operation } of madeBy(doc)) {
      cases.set(id, [...(cases.get(id) ?? []), operation])
    }
  }
  return cases
}

const anyDoc = async (play: Play) =>
  play.ids.length === 0 ? null : storedDocument(db.submissions, play.random.pick(play.ids))
const caseIds = ['c1', 'c2', 'c3']

type Act = (play: Play) => Promise<void>

const acts: Readonly<Record<string, Act>> = {
  submit: async play => {
    const id = play.random.pick(caseIds)
    const values = { name: `n${(play.count += 1)}`, children: `${play.random.below(3)}` }
    play.ids.push(
      await save(play.random.chance(0.4) ? registering(id, values) : visiting(id, values)),
    )
  },
  edit: async play => {
    const doc = await anyDoc(play)
    if (doc === null || !['unsent', 'stored'].includes(doc.state) || doc._deleted) return
    const change = play.random.chance(0.3)
      ? { who: play.random.pick(caseIds) }
      : { children: `e${(play.count += 1)}` }
    await commitEdit(db, doc.id, { ...doc.answers, ...change }, [], clock.now())
  },
  delete: async play => {
    const doc = await anyDoc(play)
    if (doc?.state === 'unsent' || doc?.state === 'stored') {
      await markDeleted(db, doc.id, clock.now())
    }
  },
  undo: async play => {
    const doc = await anyDoc(play)
    if (doc?.state === 'deleting') await undoDelete(parts(), doc.id)
  },
  restore: async play => {
    const doc = await anyDoc(play)
    if (doc?.state === 'binned') await restoreFromBin(db, doc.id, clock.now())
  },
  answer: async play => {
    const doc = await anyDoc(play)
    if (!isSubmitted(doc)) return
    await queueUnsent(db, clock.now())
    const item = (await db.outbox.findOne(submissionItemId(doc.id)).exec())?.toMutableJSON()
    if (item === undefined) return
    const carried = await carriedBy(pendingOperations(doc.crdts))
    if (doc.state === 'deleting') {
      play.rows.delete(doc.id)
      return settle(db, item, { kind: 'deleted' }, clock.now())
    }
    const serverId = doc.server_id || `row-${doc.id}-${(play.count += 1)}`
    play.rows.set(doc.id, { ...doc, server_id: serverId })
    const sent =
      doc.server_id === ''
        ? ({ kind: 'created', serverId, row: null, differs: false, carried } as const)
        : ({ kind: 'updated', row: null, carried } as const)
    await settle(db, item, sent, clock.now())
  },
  refuse: async play => {
    const doc = await anyDoc(play)
    if (doc?.state !== 'unsent') return
    await queueUnsent(db, clock.now())
    const why = { reason: 'invalid', status: 422, message: 'no', inDoubt: false } as const
    await moveToRecovery(db, submissionItemId(doc.id), why, clock.now())
  },
  retry: async play => {
    const [entry] = await entriesIn(db)
    if (entry !== undefined) await tryAgain(db, entry.id, clock.now())
    play.count += 1
  },
  pull: async play => {
    play.begun += 1
    const cases = serverCases(play)
    await changeSetting(db, 'cases', known => ({ ...known, begun: play.begun, pass: 1 }))
    const documents = [
      ...(await Promise.all(
        [...cases].map(([id, operations]) =>
          asCaseDocument(db, { id, list: 'households', operations: [...operations] }, 1),
        ),
      )),
      ...caseIds.filter(id => !cases.has(id)).map(asCaseDeletion),
    ]
    await takeCases(db, documents, { cursor: `${play.begun}`, pass: 1 })
    // Now and then the fetch breaks off before its end.
    if (play.random.chance(0.8)) await settleCases(db, play.begun, 1)
  },
}

const effective = (doc: SubmissionDoc & { _deleted?: boolean }): boolean | null => {
  if (doc._deleted === true) return false
  if (doc.state === 'unsent' || doc.state === 'refused') return true
  if (doc.state === 'stored') return pendingOperations(doc.crdts).length > 0 ? true : null
  return false
}

/** What each case has to be, by what the interviews are now; the server's own where these do not differ. */
const check = async (): Promise<void> => {
  const docs = await storedDocuments<SubmissionDoc>(db.submissions)
  const cases = new Map((await storedDocuments<CaseDoc>(db.cases)).map(doc => [doc.id, doc]))
  for (const doc of docs) {
    const isOn = effective(doc)
    if (isOn === null) continue
    for (const { id, operation } of madeBy(doc)) {
      const found = cases.get(id)?.operations[caseOperationKey(operation.key)]
      const said = found && { act: found.act, label: found.label, values: found.values }
      const { act, label, values } = operation
      expect([doc.state, id, said ?? null]).toEqual([
        doc.state,
        id,
        isOn ? { act, label, values } : null,
      ])
    }
  }
  for (const doc of cases.values()) {
    const { label, values, version, isRegistered } = foldCase(Object.values(doc.operations))
    expect(canonical([label, values, version, isRegistered])).toBe(
      canonical([doc.label, doc.values, doc.version, doc.hidden === 0]),
    )
    expect(await documentOf(db.cases, { base: null, pending: doc.crdts.operations })).toMatchObject(
      {
        operations: doc.operations,
      },
    )
  }
}

/** Sends and pulls until nothing waits; then each case is that of the server. */
const comeToRest = async (play: Play): Promise<void> => {
  for (let round = 0; round < 60; round += 1) {
    for (const id of play.ids) {
      await acts['answer']?.({ ...play, ids: [id], random: play.random })
    }
    const [entry] = await entriesIn(db)
    if (entry === undefined) break
    await tryAgain(db, entry.id, clock.now())
  }
  for (let pull = 0; pull < 12; pull += 1) await acts['pull']?.(play)
  const cases = await storedDocuments<CaseDoc>(db.cases)
  const server = serverCases(play)
  expect(cases.map(({ id }) => id).sort()).toEqual([...server.keys()].sort())
  for (const doc of cases) {
    expect(canonical(foldCase(Object.values(doc.operations)).values)).toBe(
      canonical(foldCase(server.get(doc.id) ?? []).values),
    )
  }
}

test.each([1, 2, 3, 4])('random writes and pulls, seed %i', async seed => {
  await storeCaseForm(db)
  const random = createRandom(seed)
  const play: Play = { random, ids: [], rows: new Map(), begun: 0, count: 0 }
  const names = Object.keys(acts)
  for (let step = 0; step < 60; step += 1) {
    clock.advance(1000)
    await acts[random.pick([...names, 'submit', 'answer'])]?.(play)
    await check()
  }
  await comeToRest(play)
  const cases = await storedDocuments<CaseDoc>(db.cases)
  expect(cases.filter(({ lacks }) => lacks > 0)).toEqual([])
})
