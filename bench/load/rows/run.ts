import { loadavg } from 'node:os'
import { openPostgres } from '../../../server/db/postgres.ts'
import { readStatus } from '../../../server/status/read-status.ts'
import { allUsers } from '../../../server/store/admin.ts'
import { casesInScope } from '../../../server/store/cases/office.ts'
import { startPostgres } from '../../harness/postgres.ts'
import { productServer, startServerProcess } from '../../harness/server-process.ts'
import { submission } from '../prepare.ts'
import { measureExport } from './export.ts'
import { caseList, fillCases } from './cases.ts'
import { fillRows } from './fill.ts'

/**
 * How long calls and commands take on a PostgreSQL with many rows: `npx tsx bench/load/rows/run.ts [rows] [formats]
 * [surveyors]`, by default a million, `csv,xlsx` and 200. Starts a PostgreSQL of its own. Fails when a median is over 50 ms.
 */

const rows = Number(process.argv[2] ?? 1_000_000)
const formats = (process.argv[3] ?? 'csv,xlsx').split(',').filter(format => format !== '')
const surveyors = Number(process.argv[4] ?? 200)
const rounds = 30
const mostMs = 50

const postgres = await startPostgres()
if (postgres === null) throw new Error('PostgreSQL is not installed here.')

const medianMs = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
  const taken: number[] = []
  for (let round = -3; round < rounds; round += 1) {
    const began = performance.now()
    await work()
    if (round >= 0) taken.push(performance.now() - began)
  }
  taken.sort((a, b) => a - b)
  return [taken[Math.floor(rounds / 2)] ?? Number.NaN, taken.at(-1) ?? Number.NaN]
}

try {
  const databaseUrl = postgres.database('rows')
  const server = await startServerProcess(productServer, databaseUrl, surveyors)
  const db = await openPostgres({ url: databaseUrl })
  try {
    const began = performance.now()
    await fillRows(db, rows)
    await fillCases(db, rows)
    const filled = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${rows} rows and ${rows} cases of ${surveyors} surveyors, filled in ${filled} s`)

    const ask = async (token: string, path: string, body?: object) => {
      const answer = await fetch(`${server.url}/api/surveyor${path}`, {
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
      return (await answer.json()) as { meta?: { next?: string; total?: number } }
    }
    const lastPage = async (token: string): Promise<number> =>
      Math.floor(((await ask(token, '/form-submissions?limit=1')).meta?.total ?? 1) / 100)

    const work: [string, () => Promise<unknown>][] = [
      ['status', () => readStatus(db.query, Date.now())],
      ['user list', () => allUsers(db.query)],
      [
        'cases of a list, the first 100 that are due',
        () => casesInScope(db.query, { list: caseList }, 100),
      ],
    ]
    for (const [who, at] of [
      ['with a tenth of all rows', 0],
      ['one of the others', 1],
    ] as const) {
      const token = server.tokens[at] ?? ''
      const last = await lastPage(token)
      const next = (await ask(token, '/form-submissions?since=&limit=100')).meta?.next ?? ''
      const nextCase = (await ask(token, '/cases?since=&limit=100')).meta?.next ?? ''
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        'list, 100 newest': () => ask(token, '/form-submissions?limit=100'),
        'list, 100 oldest': () => ask(token, `/form-submissions?limit=100&page=${last}`),
        'changes, first 100': () => ask(token, '/form-submissions?since=&limit=100'),
        'changes, next 100': () => ask(token, `/form-submissions?since=${next}&limit=100`),
        'cases, first 100': () => ask(token, '/cases?since=&limit=100'),
        'cases, next 100': () => ask(token, `/cases?since=${nextCase}&limit=100`),
        stats: () => ask(token, '/analytics/stats'),
        forms: () => ask(token, '/forms'),
        submit: () => ask(token, '/form-submissions', submission(crypto.randomUUID(), 'first')),
      }
      work.push(
        ...Object.entries(calls).map(([what, call]): [string, () => Promise<unknown>] => [
          `${what} (${who})`,
          call,
        ]),
      )
    }
    let isMissed = false
    for (const [what, call] of work) {
      const [median, most] = await medianMs(call)
      isMissed ||= median > mostMs
      console.log(`${what}: median ${median.toFixed(1)} ms, most ${most.toFixed(1)} ms`)
    }
    for (const format of formats) {
      const { lines, seconds, mostMB, paces } = await measureExport(databaseUrl, format)
      const [first, last] = paces.map(pace => pace.toFixed(2))
      console.log(
        `export as ${format}: ${seconds.toFixed(0)} s, at most ${mostMB} MB resident, ` +
          `${first} MB/s in the first third and ${last} MB/s in the last; ${lines.at(-1) ?? ''}`,
      )
    }
    const load = loadavg().map(one => one.toFixed(1))
    console.log(
      `${new Date().toISOString().slice(0, 16)}Z, load of the machine ${load.join(' / ')}`,
    )
    process.exitCode = isMissed ? 1 : 0
  } finally {
    await db.close()
    await server.stop()
  }
} finally {
  await postgres.stop()
}
