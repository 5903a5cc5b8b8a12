import { expect, test } from 'vitest'
import { parse } from 'valibot'
import { ChangesMeta } from '../../replication/wire/answers.ts'
import { isJsonObject } from '../../replication/wire/envelope.ts'
import { runAdmin } from './admin-line.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { copyTables } from './copy-tables.ts'
import { describeServer, pastTotal } from './engines.ts'
import { newSubmission, rowOf, rowsOf, signIn, type Answered, type Ask } from './surveyor.ts'

const changesAfter = (ask: Ask, cursor: string, limit = 1000) =>
  ask('submissions', { query: `?since=${encodeURIComponent(cursor)}&limit=${limit}` })
const nextOf = (answered: Answered) => parse(ChangesMeta, answered.body['meta']).next
const isRestarted = ({ body }: Answered) =>
  isJsonObject(body['meta']) && body['meta']['restarted'] === true

const create = async (ask: Ask) => rowOf(await ask('submissionCreate', { body: newSubmission() }))
const edit = async (ask: Ask, id: string, value: string) => {
  const answers = [{ form_field_id: 'household-profile.head_name', value }]
  const body = { ...newSubmission({ answers }), updated_at: '2026-11-20T10:00:00Z' }
  return rowOf(await ask('submissionUpdate', { id, body }))
}

describeServer('a database restored from a copy', server => {
  const follow = async (ask: Ask) => nextOf(await changesAfter(ask, ''))

  test('is detected when its counter is behind the cursor', async () => {
    const ask = await signIn(server())
    const restore = await copyTables(server().db)
    const lost = await create(ask)
    const cursor = await follow(ask)
    await restore()
    const answered = await changesAfter(ask, cursor)
    expect(isRestarted(answered)).toBe(true)
    expect(rowsOf(answered)).toHaveLength(pastTotal)
    expect(rowsOf(answered).map(({ id }) => id)).not.toContain(lost.id)
    expect(isRestarted(await changesAfter(ask, nextOf(answered)))).toBe(false)
  })

  test('is detected when its counter has overtaken the cursor since', async () => {
    const ask = await signIn(server())
    const restore = await copyTables(server().db)
    await create(ask)
    const cursor = await follow(ask)
    await restore()
    const made = [await create(ask), await create(ask), await create(ask)].map(({ id }) => id)
    const answered = await changesAfter(ask, cursor)
    expect(isRestarted(answered)).toBe(true)
    expect(rowsOf(answered)).toHaveLength(pastTotal + 3)
    expect(rowsOf(answered).map(({ id }) => id)).toEqual(expect.arrayContaining(made))
  })

  test('is detected by a change in an answer that came after the cursor', async () => {
    const ask = await signIn(server())
    const kept = await create(ask)
    const cursor = await follow(ask)
    const restore = await copyTables(server().db)
    const lost = await create(ask)
    await restore()
    expect(isRestarted(await changesAfter(ask, cursor))).toBe(false)
    const seeing = (change: string) =>
      ask('submissions', { query: `?since=${encodeURIComponent(cursor)}&seen=${change}` })
    expect(isRestarted(await seeing(`${lost.id}.${lost.rev}`))).toBe(true)
    expect(isRestarted(await seeing(`${kept.id}.${kept.rev}`))).toBe(false)
    expect((await seeing('anything')).status).toBe(422)
  })

  test('is detected when the same row has moved to the same revision again', async () => {
    const ask = await signIn(server())
    const { id } = await create(ask)
    const restore = await copyTables(server().db)
    const lost = await edit(ask, id, 'before the restore')
    const cursor = await follow(ask)
    await restore()
    const after = await edit(ask, id, 'after it')
    expect(parseInt(after.rev)).toBe(parseInt(lost.rev))
    const answered = await changesAfter(ask, cursor)
    expect(isRestarted(answered)).toBe(true)
    expect(rowsOf(answered).find(row => row.id === id)?.rev).toBe(after.rev)
    // An edit based on a lost row is not accepted as an edit of the current one.
    const body = { ...newSubmission(), updated_at: '2026-11-20T11:00:00Z' }
    const stale = await ask('submissionUpdate', {
      id,
      body,
      headers: { 'If-Match': `"${lost.rev}"` },
    })
    expect(stale.status).toBe(412)
  })

  test('is detected at a new epoch, which the command after a restore starts', async () => {
    const ask = await signIn(server())
    const cursor = await follow(ask)
    expect(isRestarted(await changesAfter(ask, cursor))).toBe(false)
    const context = { ...server(), passwords: createPasswords() }
    const lines = await runAdmin(context, ['database', 'restored'])
    expect(lines.join(' ')).toContain('from the beginning')
    const answered = await changesAfter(ask, cursor)
    expect(isRestarted(answered)).toBe(true)
    expect(rowsOf(answered)).toHaveLength(pastTotal)
  })
})

describeServer('a cursor', server => {
  test('with a moved row is followed without starting over', async () => {
    const ask = await signIn(server())
    const { id } = await create(ask)
    const cursor = nextOf(await changesAfter(ask, ''))
    for (const value of ['a', 'b', 'c']) await edit(ask, id, value)
    const answered = await changesAfter(ask, cursor)
    expect(isRestarted(answered)).toBe(false)
    expect(rowsOf(answered).map(row => row.id)).toEqual([id])
    await ask('submissionDelete', { id })
    expect(isRestarted(await changesAfter(ask, cursor))).toBe(false)
  })

  test('with a row that moved further than its past marks starts over and misses nothing', async () => {
    const ask = await signIn(server())
    const { id } = await create(ask)
    const cursor = nextOf(await changesAfter(ask, ''))
    for (let count = 0; count < 100; count += 1) await edit(ask, id, `${count}`)
    const answered = await changesAfter(ask, cursor)
    expect(isRestarted(answered)).toBe(true)
    expect(rowsOf(answered)).toHaveLength(pastTotal + 1)
  })

  test('with a cursor from before marks continues, and starts over when the counter has fallen back', async () => {
    const ask = await signIn(server())
    const [epoch] = Buffer.from(nextOf(await changesAfter(ask, '')), 'base64url')
      .toString()
      .split('.')
    const old = (rev: number) => Buffer.from(`${epoch}.${rev}`).toString('base64url')
    const read = await changesAfter(ask, old(pastTotal - 2))
    expect([isRestarted(read), rowsOf(read).length]).toEqual([false, 2])
    const ahead = await changesAfter(ask, old(pastTotal + 1))
    expect([isRestarted(ahead), rowsOf(ahead).length]).toEqual([true, pastTotal])
  })
})
