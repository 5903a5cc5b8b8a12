import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createApp } from '../../server/app.ts'
import type { Db } from '../../server/db/db.ts'
import type { BlobStore } from '../../server/files/blobs.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { silentLog } from './silent-log.ts'

/** What a monitoring system sees of a server. */

interface Rule {
  readonly alert: string
  readonly expr: string
}
const { groups } = parse(
  readFileSync(new URL('../../deploy/alerts.yaml', import.meta.url), 'utf8'),
) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
const rules = groups.flatMap(group => group.rules)

describeServer('the metrics', server => {
  /** An app on the server's database; parts of it can be broken while it runs. */
  const watched = async (broken: { db?: boolean; blobs?: boolean } = {}) => {
    const lost = () => Promise.reject(Object.assign(new Error('lost'), { code: 'ECONNREFUSED' }))
    const { db, blobs, clock } = server()
    const breakable: Db = {
      ...db,
      query: (text, params) => (broken.db ? lost() : db.query(text, params)),
    }
    const store: BlobStore = { ...blobs, check: () => (broken.blobs ? lost() : blobs.check()) }
    const app = await createApp({
      db: breakable,
      blobs: store,
      clock,
      log: silentLog,
      mailer: async () => undefined,
      mode: 'production',
      metricsToken: 'a-secret',
      dataDirectory: '.',
    })
    const get = (path: string) =>
      app.fetch(
        new Request(`http://transect.test/api/${path}`, {
          headers: { Authorization: 'Bearer a-secret' },
        }),
      )
    return {
      get,
      metrics: async () => (await get('metrics')).text(),
      valueOf: async (name: string) =>
        new RegExp(`^transect_${name} (\\S+)$`, 'm').exec(await (await get('metrics')).text())?.[1],
    }
  }

  test.each(rules)('have what the alert $alert names', async ({ expr }) => {
    const { get, metrics } = await watched()
    await get('surveyor/forms')
    const text = await metrics()
    const names = [...expr.matchAll(/transect_\w+/g)].map(([name]) => name)
    expect([...names, ...expr.matchAll(/\bup\{job="transect"\}/g)].length).toBeGreaterThan(0)
    for (const name of names) expect(text).toMatch(new RegExp(`^${name}(\\{| )`, 'm'))
    const labels = [...expr.matchAll(/(\w+)(?:=~|!~|=)"|by \(([^)]+)\)/g)]
      .flatMap(([, one = '', many = '']) => [one, ...many.split(', ')])
      .filter(label => label !== '' && label !== 'job')
    for (const label of labels)
      expect(text).toMatch(new RegExp(`^${names[0]}\\{(.*,)?${label}="`, 'm'))
  })

  test('count how long each call takes, also one that fails', async () => {
    const broken = { db: false }
    const { get, metrics } = await watched(broken)
    await get('surveyor/forms')
    broken.db = true
    expect((await get('surveyor/forms')).status).toBe(503)
    broken.db = false
    const text = await metrics()
    const valueOf = (line: string) =>
      Number(
        text
          .split('\n')
          .find(each => each.startsWith(line))
          ?.split(' ')
          .at(-1),
      )
    const of = 'transect_request_duration_seconds'
    expect(valueOf(`${of}_count{call="forms"}`)).toBe(2)
    expect(valueOf(`${of}_bucket{call="forms",le="+Inf"}`)).toBe(2)
    expect(valueOf(`${of}_bucket{call="forms",le="60"}`)).toBe(2)
    expect(valueOf(`${of}_sum{call="forms"}`)).toBeGreaterThan(0)
    const buckets = [...text.matchAll(/_bucket\{call="forms",.*\} (\d+)/g)].map(([, n]) =>
      Number(n),
    )
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
    expect(text).toContain('# TYPE transect_request_duration_seconds histogram')
  })

  test('are there without the database, and report that it does not answer', async () => {
    const broken = { db: false }
    const { get, metrics, valueOf } = await watched(broken)
    expect(await valueOf('database_up')).toBe('1')
    broken.db = true
    const text = await metrics()
    expect(text).toContain('\ntransect_database_up 0\n')
    expect(text).toContain('\ntransect_file_store_up 1\n')
    expect(text).not.toContain('transect_surveyors')
    expect((await get('health')).status).toBe(503)
  })

  test('report a store of files that does not answer, for which the server goes on', async () => {
    const { get, valueOf } = await watched({ blobs: true })
    expect(await valueOf('file_store_up')).toBe('0')
    expect(await valueOf('database_up')).toBe('1')
    expect(Number(await valueOf('data_disk_free_bytes'))).toBeGreaterThan(0)
    expect((await get('health')).status).toBe(200)
  })

  test('have the time of the last backup that was made, and not of one that failed', async () => {
    const directory = await temporaryDirectory()
    const { valueOf } = await watched()
    expect(await valueOf('last_backup_timestamp_seconds')).toBe('0')
    const admin = adminOf(server)
    expect(await admin('status')).toContain('Last backup: never.')
    const madeAt = server().clock() / 1000
    await admin('backup', 'create', join(directory.path, 'backup'))
    server().clock.advance(3_600_000)
    await expect(admin('backup', 'create', join(directory.path, 'backup'))).rejects.toThrow(
      /exists/,
    )
    const broken = adminOf(server, { leavesRoom: () => Promise.reject(new Error('broken')) })
    await expect(broken('backup', 'create', join(directory.path, 'b'))).rejects.toThrow('broken')
    expect((await admin('trail')).at(-1)).toMatch(/backup create .*\(failed\)$/)
    expect(await valueOf('last_backup_timestamp_seconds')).toBe(String(madeAt))
    expect((await admin('status', '--metrics')).join('\n')).toContain(
      `transect_last_backup_timestamp_seconds ${madeAt}`,
    )
    expect(await admin('status')).toContain('Last backup: 2026-11-20T09:30:00.000Z.')
    await directory.remove()
  })
})
