import { submittedDocs } from '../../submitted.ts'
import { binned } from '../../binned.ts'
import { expect, test } from 'vitest'
import { readSetting, writeSetting } from '../../../collections/writes/write-settings.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { LeaseLost } from '../../../replication/attempt/sending.ts'
import { syncTimeoutMs } from '../../../replication/limits.ts'
import { missing, refused } from '../../fixtures/failures.ts'
import { arrive, databaseForEachTest, db, save, stored } from '../saved-work.ts'
import { begin, cut, page, pull, row } from './pull-once.ts'

/** Which pages of rows are asked for, and what becomes of what they lack. */

databaseForEachTest()

/** A pull whose page has a row, so that the next one begins behind it. */
const beginAt = (cursor: string) =>
  pull({ changes: () => page(cursor, { rows: [row('0')] }) }, { extensions: ['changes'] })
const shown = async () => (await submittedDocs(db)).map(({ server_id }) => server_id)
const inBin = async () => (await binned(db)).map(doc => [doc.id, doc.binned?.reason])
const extended = ['extend', syncTimeoutMs]

test('the first fetch reads pages until one lists nothing new, each under the lease, and later ones one page', async () => {
  const pages = [[row('1'), row('2')], [row('2'), row('3')], [row('3')]]
  const first = await pull({ page: at => ok(pages[Number(at) - 1]) })
  expect(first.result).toEqual(ok(undefined))
  expect(first.calls).toEqual([
    extended,
    ['page', 1, 1000],
    extended,
    ['page', 2, 1000],
    extended,
    ['page', 3, 1000],
  ])
  expect((await shown()).toSorted()).toEqual(['1', '2', '3'])
  const second = await pull({ page: () => ok([row('4')]), row: () => ok(row('1')) })
  expect(second.calls.slice(0, 2)).toEqual([extended, ['page', 1, 100]])
})

test('on a server that turns out to list changes, they are asked for, and the page is left', async () => {
  const extensions: string[] = []
  const { calls } = await pull(
    {
      page: () => {
        extensions.push('changes')
        return ok([])
      },
      changes: () => page('c1'),
    },
    // The set is made anew for each question.
    { extensions },
  )
  expect(calls.map(([name]) => name)).toEqual(['extend', 'page', 'extend', 'changes'])
  expect(await readSetting(db, 'allPagesFetched')).toBe(false)
})

test('changes are asked from the cursor until there are no more, and the cursor moves with each page', async () => {
  await beginAt('c1')
  const answers = [
    page('c2', { rows: [row('1')], hasMore: true }),
    page('c3', { rows: [row('2')], hasMore: true }),
    page('c4', { deletedIds: ['1'] }),
  ]
  const { result, calls, resent } = await pull(
    { changes: () => answers.shift() },
    { extensions: ['changes'] },
  )
  expect([result, resent]).toEqual([ok(undefined), 0])
  expect(calls).toEqual([
    extended,
    ['changes', 'c1', 1000, []],
    extended,
    ['changes', 'c2', 1000, []],
    extended,
    ['changes', 'c3', 1000, []],
  ])
  expect([await shown(), await readSetting(db, 'changesCursor')]).toEqual([['0', '2'], 'c4'])
})

test('after a list without a row the next one is asked for from its cursor, because only then a restored server says so', async () => {
  await pull({ changes: () => page('c1') }, { extensions: ['changes'] })
  const { calls } = await pull({ changes: () => page('c1') }, { extensions: ['changes'] })
  expect(calls).toEqual([extended, ['changes', 'c1', 1000, []]])
})

test('a cursor that does not move ends the pull', async () => {
  await beginAt('c1')
  const answers = [page('c1', { rows: [row('1')], hasMore: true })]
  const { result, calls } = await pull(
    { changes: () => answers.shift() },
    { extensions: ['changes'] },
  )
  expect(result).toEqual(ok(undefined))
  expect(calls.filter(([name]) => name === 'changes')).toHaveLength(1)
  expect(await shown()).toEqual(['0', '1'])
})

test('a lost lease ends the pull after the page that has arrived, and the list is not whole', async () => {
  const { pulled, calls } = await begin(
    { changes: () => page('c2', { rows: [row('1')], hasMore: true }) },
    { extensions: ['changes'], heldFor: 1 },
  )
  await expect(pulled).rejects.toThrow(LeaseLost)
  expect(calls.filter(([name]) => name === 'changes')).toHaveLength(1)
  expect(await readSetting(db, 'changesCursor')).toBe('c2')
  const plain = await begin({ page: () => ok([row('1')]) }, { heldFor: 1 })
  await expect(plain.pulled).rejects.toThrow(LeaseLost)
  expect(await readSetting(db, 'allPagesFetched')).toBe(false)
})

test('a failure leaves the cursor where it was', async () => {
  await beginAt('c1')
  expect((await pull({ changes: () => cut }, { extensions: ['changes'] })).result).toEqual(cut)
  expect(await readSetting(db, 'changesCursor')).toBe('c1')
})

test('a deletion elsewhere puts the submission into the bin', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '9')
  await pull(
    { changes: () => page('c1', { deletedIds: ['9', '77'] }) },
    { extensions: ['changes'] },
  )
  expect(await inBin()).toEqual([[id, 'elsewhere']])
  expect(await shown()).toEqual([])
})

test('what a restored server has lost is sent again, and counted', async () => {
  const lost = await save({ q: 'lost' })
  await arrive(lost, '9')
  const kept = await save({ q: 'kept' })
  await arrive(kept, '8')
  const gone = await save({ q: 'gone' })
  await arrive(gone, '7')
  const { resent } = await pull(
    { changes: () => page('c1', { restarted: true, rows: [row('8')], deletedIds: ['7'] }) },
    { extensions: ['changes'] },
  )
  expect(resent).toBe(1)
  expect(await stored(lost)).toMatchObject({
    server_id: '',
    rev: '',
    syncStatus: 'pending',
    answers: { q: 'lost' },
    history: [{ what: 'saved' }, { what: 'resent', note: '' }],
  })
  expect(await stored(kept)).toMatchObject({ server_id: '8' })
  expect(await inBin()).toEqual([[gone, 'elsewhere']])
  expect(await readSetting(db, 'unconfirmed')).toEqual([])
  expect((await db.outbox.find().exec()).map(item => item.submission_id)).toEqual([lost])
})

/** Three submissions that the server had, the newest first. */
const three = async () => {
  const ids: string[] = []
  for (const serverId of ['7', '8', '9']) {
    const id = await save({ q: serverId })
    await arrive(id, serverId)
    ids.unshift(id)
  }
  await writeSetting(db, 'allPagesFetched', true)
  return ids
}

test('what a page should list is asked for by itself, and goes only when it is not found', async () => {
  const [nine = '', eight = '', seven = ''] = await three()
  const oldest = row('7', { created_at: (await stored(seven)).created_at })
  const { calls } = await pull(
    { page: () => ok([oldest]), row: id => (String(id) === '9' ? err(missing) : ok(row('8'))) },
    { limit: 1 },
  )
  expect(calls).toEqual([
    extended,
    ['page', 1, 1],
    ['extend', syncTimeoutMs],
    ['row', '9'],
    ['extend', syncTimeoutMs],
    ['row', '8'],
  ])
  expect(await inBin()).toEqual([[nine, 'missing']])
  expect(await stored(eight)).toMatchObject({ server_id: '8', syncStatus: 'synced' })
})

test('a full page says nothing of what is older, and a short one lists all there is', async () => {
  const [nine = ''] = await three()
  const newest = row('9', { created_at: (await stored(nine)).created_at })
  expect((await pull({ page: () => ok([newest]) }, { limit: 1 })).calls).toHaveLength(2)
  const short = await pull({ page: () => ok([newest]), row: () => err(missing) }, { limit: 2 })
  expect(short.calls.filter(([name]) => name === 'row')).toEqual([
    ['row', '8'],
    ['row', '7'],
  ])
  expect(await shown()).toEqual(['9'])
})

test('nothing goes because of a refusal, a cut or a lost lease', async () => {
  await three()
  const none = { page: () => ok([]) }
  expect((await pull({ ...none, row: () => err(refused) })).result).toEqual(ok(undefined))
  expect((await pull({ ...none, row: () => cut })).result).toEqual(cut)
  expect((await pull(none, { heldFor: 1 })).result).toEqual(ok(undefined))
  expect(await shown()).toHaveLength(3)
})

test('a cut after one was missing lets that one go', async () => {
  const [nine] = await three()
  const answers = [err(missing), cut]
  const { result } = await pull({ page: () => ok([]), row: () => answers.shift() })
  expect(result).toEqual(ok(undefined))
  expect(await inBin()).toEqual([[nine, 'missing']])
})
