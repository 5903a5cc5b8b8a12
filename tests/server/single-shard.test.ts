import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callPath, basePath } from '../../replication/wire/calls.ts'
import { pieceType, tusHeaders, tusVersion, writeMetadata } from '../../replication/wire/uploads.ts'
import { isJsonObject } from '../../replication/wire/envelope.ts'
import { publishForms, registers, registration } from './case-forms.ts'
import { clusterUrl, openDistributed } from './engines.ts'
import { startTestServer, type TestServer } from './make-server.ts'
import { recorded } from './recorded.ts'
import { asker, linksOf, newSubmission, pngBytes, rowOf, uploadForm, type Ask } from './surveyor.ts'

/** The statements of a surveyor's calls, by a cluster's own plans. */

const field = 'household-profile.condition_photos'

/** The number of tasks of each part of a plan. */
const tasksOf = (plan: unknown): readonly number[] => {
  if (Array.isArray(plan)) return plan.flatMap(tasksOf)
  if (!isJsonObject(plan)) return []
  return Object.entries(plan).flatMap(([name, value]) =>
    name === 'Task Count' ? [Number(value)] : tasksOf(value),
  )
}

/** Freed bytes belong to no surveyor: their names are on the coordinator, and a sweep after the answer asks all nodes. */
const isOfFreed = (text: string): boolean =>
  text.includes('freed_blobs') ||
  text.includes('pg_dist_') ||
  text.startsWith('select sha256 from submission_files')

describe.runIf(clusterUrl !== null)('on a cluster', () => {
  let server: TestServer
  let ask: Ask
  let token: string
  let record: ReturnType<typeof recorded>
  beforeAll(async () => {
    record = recorded(await openDistributed(clusterUrl ?? ''))
    server = await startTestServer({ db: record.watched, pastTotal: 3 })
    token = await server.login()
    ask = asker(server, token)
  }, 120_000)
  afterAll(() => server.close())

  /** Runs calls, and returns those of their statements that are not one task on one node. */
  const scattered = async (calls: () => Promise<unknown>): Promise<readonly string[]> => {
    record.ran.length = 0
    await calls()
    const found: string[] = []
    for (const { text, params } of record.ran.slice()) {
      if (text === 'begin' || text === 'commit' || isOfFreed(text)) continue
      const plan = await server.db.query(`explain (format json) ${text}`, params)
      const tasks = tasksOf(plan)
      if (tasks.join() !== '1') found.push(`${tasks.join()} tasks: ${text}`)
    }
    expect(record.ran.length).toBeGreaterThan(0)
    return found
  }

  const made = async () => rowOf(await ask('submissionCreate', { body: newSubmission() }))

  test('a submit is one task on one node for each statement, and so is its repeat', async () => {
    const body = newSubmission({ client_key: 'twice' })
    const submit = () => ask('submissionCreate', { body })
    expect(await scattered(submit)).toEqual([])
    expect(await scattered(submit)).toEqual([])
  })

  test('an upload, its links, an edit that removes it, and a deletion are', async () => {
    const { id } = await made()
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    let uploaded = await made()
    expect(
      await scattered(async () => {
        uploaded = rowOf(await ask('filesUpload', { id, form }))
      }),
    ).toEqual([])
    const removed_files = linksOf(uploaded, field)
    expect(removed_files).toHaveLength(1)
    const [link = ''] = removed_files
    const bearer = { headers: { Authorization: `Bearer ${token}` } }
    expect(await scattered(() => server.fetch(link))).toEqual([])
    expect(await scattered(() => server.fetch(link.replace(/\?.*/, ''), bearer))).toEqual([])
    const body = { ...newSubmission(), updated_at: '2026-11-20T10:00:00Z', removed_files }
    expect(await scattered(() => ask('submissionUpdate', { id, body }))).toEqual([])
    expect(await scattered(() => ask('submissionDelete', { id }))).toEqual([])
  })

  test('a file in pieces is', async () => {
    const { id } = await made()
    const send = (method: string, path: string, headers: Record<string, string>, body?: BodyInit) =>
      server.fetch(basePath + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, [tusHeaders.version]: tusVersion, ...headers },
        ...(body === undefined ? {} : { body }),
      })
    const bytes = pngBytes(2)
    const metadata = { field_id: field, field_type: 'IMAGE', filename: 'b.png', sha256: '' }
    expect(
      await scattered(async () => {
        const begun = await send('POST', callPath('uploadCreate', id), {
          [tusHeaders.length]: String(bytes.byteLength),
          [tusHeaders.metadata]: writeMetadata({ ...metadata, occurrence: '0' }),
        })
        const { data } = (await begun.json()) as { data: { id: string } }
        const path = callPath('uploadAppend', data.id)
        for (const [start, end] of [
          [0, 20],
          [20, bytes.byteLength],
        ] as const) {
          const headers = { [tusHeaders.offset]: String(start), 'Content-Type': pieceType }
          const sent = await send('PATCH', path, headers, bytes.slice(start, end))
          expect(sent.status).toBe(204)
        }
      }),
    ).toEqual([])
  })

  test('a registration of a case, its edit and its deletion are', async () => {
    await publishForms(server, registration)
    const body = registers('h1', { village: 'Anand' })
    let id = ''
    expect(
      await scattered(async () => {
        ;({ id } = rowOf(await ask('submissionCreate', { body })))
      }),
    ).toEqual([])
    const edit = { ...registers('h1', { village: 'Borsad' }), updated_at: body.created_at }
    expect(await scattered(() => ask('submissionUpdate', { id, body: edit }))).toEqual([])
    expect(await scattered(() => ask('submissionDelete', { id }))).toEqual([])
  })

  test('what a device reads is: lists, changes, one row, forms, counts, the account', async () => {
    const { id } = await made()
    const reads = [
      () => ask('submissions'),
      () => ask('submissions', { query: '?since=' }),
      () => ask('submission', { id }),
      () => ask('forms'),
      () => ask('form', { id: 'household-profile' }),
      () => ask('stats'),
      () => ask('account'),
      () => ask('cases'),
    ]
    for (const read of reads) expect(await scattered(read)).toEqual([])
  })
})
