import type { PreparedQuery } from 'rxdb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import * as queries from '../../collections/queries.ts'
import type { CountQuery, ListQuery } from '../../collections/query.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { createDisk } from '../device.ts'

/** Every read is a walk along an index: no row is read and then filtered out, and nothing is sorted. */

let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterAll(() => db.close())

const page = { newest: 1, id: 'a', ties: 2 }
const lists: readonly ListQuery<never>[] = [
  queries.assignedForms(),
  queries.knownForms(),
  queries.fieldsOfVersion('v1'),
  queries.fieldsOfForm('f'),
  ...[
    {},
    { formId: 'f' },
    { pendingOnly: true },
    { formId: 'f', pendingOnly: true },
    { sinceMs: 1 },
    { formId: 'f', pendingOnly: true, sinceMs: 1 },
  ].flatMap(filter => [
    queries.visibleSubmissions(filter),
    queries.visibleSubmissions(filter, queries.pageRows, page),
  ]),
  queries.unsentSubmissions('pending'),
  queries.syncedSubmissions(1, 10),
  queries.submissionByServerId('1'),
  queries.submissionsWithRow,
  queries.everySubmission,
  queries.everySubmissionOf('f'),
  queries.submissionsBetween('f', 1, 2),
  queries.answersOf('a'),
  queries.answerBehind(''),
  queries.filesOf('a'),
  queries.filesWithStatus('pending'),
  queries.unfinishedInterviews(),
  queries.submissionsToCorrect(),
  queries.waitingItems(),
  queries.waitingItems('f'),
  queries.readyItems(),
  queries.itemsToTry(),
  queries.itemsToTry({ $gte: 1, $lte: 2 }),
  queries.itemsOfSubmission('a'),
  queries.refusedSubmissions(),
  queries.binnedSubmissions(),
  queries.casesFrom('l', 0, 1, 2),
  queries.casesOfByDue('l', '2026-12-01'),
  queries.caseListBehind(''),
  queries.casesLacking(9),
  queries.casesBefore(2, 9),
] as never
/** Their rows lie apart in the index, so those between them are read too. */
const apart: readonly ListQuery<never>[] = [
  queries.submissionsByServerIds(['1', '2'], 2),
  queries.submissionsNear(1, 2),
] as never
const counts: readonly CountQuery<never>[] = [
  queries.assignedFormCount,
  queries.fieldCount('v1'),
  ...[{}, { formId: 'f' }, { pendingOnly: true }, { formId: 'f', sinceMs: 1 }].map(
    queries.visibleSubmissionCount,
  ),
  queries.pendingDeletionCount,
  queries.pendingDeletionCountOf('f'),
  queries.submissionCountBetween(1, 2),
  queries.unfinishedInterviewCount,
  queries.correctionCount,
  queries.fileCount,
  queries.waitingItemCount,
  queries.readyItemCount({ $gte: 1, $lte: 2 }),
  queries.refusedCount,
  queries.binCount,
  queries.caseCount('l'),
  queries.dueCount(),
] as never

/** RxDB's plan for a query. */
const planOf = (query: unknown) =>
  (query as { getPreparedQuery: () => PreparedQuery<never> }).getPreparedQuery().queryPlan

test.each(lists.map(list => [list.key, list] as const))('%s', (_, { collection, build }) => {
  const plan = planOf(build(db[collection]))
  expect(plan).toMatchObject({ selectorSatisfiedByIndex: true, sortSatisfiedByIndex: true })
})

test.each(apart.map(list => [list.key, list] as const))('%s', (_, { collection, build }) => {
  expect(planOf(build(db[collection]))).toMatchObject({ sortSatisfiedByIndex: true })
})

test.each(counts.map(count => [count.key, count] as const))('%s', (_, { collection, count }) => {
  expect(planOf(count(db[collection]))).toMatchObject({ selectorSatisfiedByIndex: true })
})
