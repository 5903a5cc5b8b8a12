import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChangesMeta, Tombstone } from '../../replication/wire/answers.ts'
import { parse } from 'valibot'
import { describeServer, pastTotal } from './engines.ts'
import {
  newSubmission,
  pngBytes,
  rowOf,
  rowsOf,
  signIn,
  uploadForm,
  type Answered,
  type Ask,
  type Row,
} from './surveyor.ts'

const create = async (ask: Ask) => rowOf(await ask('submissionCreate', { body: newSubmission() }))

const changesAfter = (ask: Ask, cursor: string, limit: number) =>
  ask('submissions', { query: `?since=${encodeURIComponent(cursor)}&limit=${limit}` })

const tombstonesOf = (answered: Answered) =>
  (answered.body['deleted'] as readonly unknown[]).map(entry => parse(Tombstone, entry))

/** A copy of a surveyor's submissions that follows the changes. */
const createFollower = (ask: Ask) => {
  const rows = new Map<string, Row>()
  let cursor = ''
  let running: Promise<void> = Promise.resolve()
  const pullPages = async (limit: number): Promise<void> => {
    for (let pages = 0; pages < 500; pages += 1) {
      const page = await changesAfter(ask, cursor, limit)
      for (const row of rowsOf(page)) rows.set(row.id, row)
      for (const { id } of tombstonesOf(page)) rows.delete(id)
      const meta = parse(ChangesMeta, page.body['meta'])
      cursor = meta.next
      if (!meta.has_more) return
    }
    throw new Error('The changes never end')
  }
  return {
    rows,
    /** Pulls to the end, one pull after the other. */
    pull: (limit: number): Promise<void> => {
      running = running.then(() => pullPages(limit))
      return running
    },
  }
}

const sorted = (rows: Iterable<Row>) =>
  [...rows].map(row => JSON.stringify(row)).sort((a, b) => (a < b ? -1 : 1))

describeServer('the changes', server => {
  test('from the beginning are everything, and then only what changed', async () => {
    const ask = await signIn(server())
    const first = await changesAfter(ask, '', 1000)
    expect(rowsOf(first)).toHaveLength(pastTotal)
    const { next, has_more } = parse(ChangesMeta, first.body['meta'])
    expect(has_more).toBe(false)
    expect(rowsOf(await changesAfter(ask, next, 1000))).toEqual([])

    const [edited, uploaded, deleted] = rowsOf(first)
    if (edited === undefined || uploaded === undefined || deleted === undefined) throw new Error()
    const made = await create(ask)
    const body = { ...newSubmission(), form_id: edited.form_id, updated_at: made.created_at }
    await ask('submissionUpdate', { id: edited.id, body })
    const form = uploadForm('f', [new File([pngBytes(3)], 'a.png')])
    await ask('filesUpload', { id: uploaded.id, form })
    await ask('submissionDelete', { id: deleted.id })
    const later = await changesAfter(ask, next, 1000)
    expect(rowsOf(later).map(row => row.id)).toEqual([made.id, edited.id, uploaded.id])
    expect(tombstonesOf(later)).toEqual([{ id: deleted.id, deleted_at: expect.any(String) }])
  })

  test('without effect move no cursor', async () => {
    const ask = await signIn(server())
    const row = await create(ask)
    const { next } = parse(ChangesMeta, (await changesAfter(ask, '', 1000)).body['meta'])
    const body = { ...newSubmission(), updated_at: row.created_at }
    await ask('submissionUpdate', { id: row.id, body })
    expect(rowsOf(await changesAfter(ask, next, 1000))).toEqual([])
  })

  test('of more than nine rows come in the order of numbers, not of their text', async () => {
    const ask = await signIn(server())
    for (let count = 0; count < 100 - pastTotal; count += 20) {
      await Promise.all(Array.from({ length: 20 }, () => create(ask)))
    }
    const follower = createFollower(ask)
    await follower.pull(7)
    expect(sorted(follower.rows.values())).toEqual(sorted(rowsOf(await ask('submissions'))))
    expect(follower.rows.size).toBeGreaterThanOrEqual(100)
  })

  test('read while others write miss nothing, whatever the page size', async () => {
    const ask = await signIn(server())
    const work = fc.constantFrom('create', 'edit', 'delete', 'pull')
    const history = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.array(work, { maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(history, async ([limit, steps]) => {
        const follower = createFollower(ask)
        let known: readonly Row[] = rowsOf(await ask('submissions'))
        const running: Promise<unknown>[] = []
        for (const [index, step] of steps.entries()) {
          const target = known[index % Math.max(1, known.length)]
          if (step === 'create') running.push(create(ask))
          if (step === 'pull') running.push(follower.pull(limit))
          if (target !== undefined && step === 'delete') {
            running.push(ask('submissionDelete', { id: target.id }))
          }
          if (target !== undefined && step === 'edit') {
            const answers = [{ form_field_id: 'f', value: `${index}` }]
            const body = {
              ...newSubmission({ answers }),
              form_id: target.form_id,
              updated_at: target.created_at,
            }
            running.push(ask('submissionUpdate', { id: target.id, body }))
          }
          if (index % 3 === 2) await Promise.all(running)
        }
        await Promise.all(running)
        await follower.pull(limit)
        known = rowsOf(await ask('submissions'))
        expect(sorted(follower.rows.values())).toEqual(sorted(known))
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  test('and pages of huge rows end early, and together are everything', async () => {
    const ask = await signIn(server())
    const value = 'x'.repeat(1_900_000)
    const made: string[] = []
    for (let count = 0; count < 9; count += 1) {
      const answers = [{ form_field_id: 'f', value }]
      made.push(rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) })).id)
    }
    const follower = createFollower(ask)
    await follower.pull(1000)
    expect([...follower.rows.keys()]).toEqual(expect.arrayContaining(made))
    expect(follower.rows.size).toBe(pastTotal + 9)
    const listed = rowsOf(await ask('submissions', { query: '?page=1&limit=1000' }))
    expect(listed.length).toBeLessThan(9)
    const single: string[] = []
    for (let page = 1; page <= pastTotal + 9; page += 1) {
      const rows = rowsOf(await ask('submissions', { query: `?page=${page}&limit=1` }))
      single.push(...rows.map(({ id }) => id))
    }
    expect(new Set(single)).toEqual(new Set(follower.rows.keys()))
  }, 60_000)

  test('with an unreadable cursor are 422, with one of another database everything', async () => {
    const ask = await signIn(server())
    expect((await changesAfter(ask, '%%%', 10)).status).toBe(422)
    const foreign = Buffer.from('elsewhere.7').toString('base64url')
    expect(rowsOf(await changesAfter(ask, foreign, 1000))).toHaveLength(pastTotal)
  })
})

describeServer('the pages', server => {
  test('together are the whole list, newest first, for any limit', async () => {
    const ask = await signIn(server())
    const all = rowsOf(await ask('submissions'))
    expect(all).toHaveLength(pastTotal)
    const times = all.map(row => Date.parse(row.created_at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    for (const limit of [1, 5, pastTotal]) {
      const paged: Row[] = []
      for (let page = 1; ; page += 1) {
        const rows = rowsOf(await ask('submissions', { query: `?page=${page}&limit=${limit}` }))
        if (rows.length === 0) break
        paged.push(...rows)
      }
      expect(paged).toEqual(all)
    }
  })

  test('take impossible numbers as the default', async () => {
    const ask = await signIn(server())
    for (const query of ['?page=0', '?limit=-1', '?limit=abc', '?limit=99999', '?page=1.5']) {
      expect(rowsOf(await ask('submissions', { query }))).toHaveLength(pastTotal)
    }
  })
})
