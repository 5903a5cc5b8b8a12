import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { only } from '../../../server/db/db.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { startCluster } from '../../harness/cluster.ts'
import { productServer, startServerProcess } from '../../harness/server-process.ts'
import { runAdminLine } from '../admin-line.ts'
import { submission } from '../prepare.ts'
import { fillRows } from '../rows/fill.ts'

/**
 * A filled cluster is distributed while surveyors submit: `npx tsx bench/load/cluster/distribute.ts [rows] [surveyors]`, by
 * default 100,000 and 16. Starts a cluster of its own. Fails when a row is lost or doubled.
 */

const rows = Number(process.argv[2] ?? 100_000)
const submitters = Number(process.argv[3] ?? 16)
const pauseMs = 200
/** Before and after the command. */
const aroundMs = 5000
const accounts = Math.max(200, submitters)

const cluster = await startCluster()
if (cluster === null) throw new Error('PostgreSQL and Citus are not installed here.')

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const load = () =>
  loadavg()
    .map(one => one.toFixed(1))
    .join(' / ')

try {
  const server = await startServerProcess(productServer, cluster.url, accounts)
  const db = await openPostgres({ url: cluster.url })
  try {
    await fillRows(db, rows)
    const countRows = async (table: string) =>
      Number(
        only(await db.query<{ count: string }>(`select count(*)::text as count from ${table}`))
          .count,
      )
    const [before, answersBefore] = [
      await countRows('submissions'),
      await countRows('submission_answers'),
    ]
    console.log(`${before} rows and ${answersBefore} answers, load of the machine ${load()}`)

    const acknowledged: string[] = []
    const waitedMs: number[] = []
    const statuses = new Map<string, number>()
    let isOver = false
    const attempt = async (token: string, body: object): Promise<boolean> => {
      const status = await fetch(`${server.url}/api/surveyor/form-submissions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then(
        async answer => {
          await answer.arrayBuffer()
          return String(answer.status)
        },
        () => 'no answer',
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      return status.startsWith('2')
    }
    const live = async (token: string) => {
      while (!isOver) {
        const clientKey = randomUUID()
        const body = submission(clientKey, 'first')
        const began = performance.now()
        // As the app does: the same interview again, until it is stored.
        while (!(await attempt(token, body))) await sleep(pauseMs)
        waitedMs.push(performance.now() - began)
        acknowledged.push(clientKey)
        await sleep(pauseMs)
      }
    }
    const lives = server.tokens.slice(0, submitters).map(live)
    await sleep(aroundMs)
    const began = performance.now()
    const usedBefore = cluster.usedMs()
    console.log(await runAdminLine(cluster.url, 'database', 'distribute'))
    const seconds = (performance.now() - began) / 1000
    const usedSeconds = (cluster.usedMs() - usedBefore) / 1000
    await sleep(aroundMs)
    isOver = true
    await Promise.all(lives)

    const stored = await db.query<{ key: string; count: string }>(
      `select client_key as key, count(*)::text as count from submissions
       where client_key = any($1::text[]) group by client_key`,
      [acknowledged],
    )
    const problems: string[] = []
    if (stored.length !== acknowledged.length) {
      problems.push(`${acknowledged.length - stored.length} acknowledged rows are lost`)
    }
    if (stored.some(({ count }) => count !== '1')) problems.push('a row is doubled')
    const [after, answersAfter] = [
      await countRows('submissions'),
      await countRows('submission_answers'),
    ]
    if (after !== before + acknowledged.length) {
      problems.push(`${after} rows for ${before} and ${acknowledged.length} acknowledged`)
    }
    if (answersAfter !== answersBefore + acknowledged.length * 20) {
      problems.push(`${answersAfter} answers`)
    }
    const rest = await runAdminLine(cluster.url, 'database', 'distribute', '--dry-run')
    if (!rest.startsWith('All tables')) problems.push(rest)
    waitedMs.sort((a, b) => a - b)
    const waited = (part: number) =>
      ((waitedMs[Math.floor((waitedMs.length - 1) * part)] ?? Number.NaN) / 1000).toFixed(2)
    console.log(
      `distributed in ${seconds.toFixed(0)} s (${usedSeconds.toFixed(0)} s of processor of the nodes), while ${submitters} surveyors ` +
        `submitted ${acknowledged.length} interviews, which waited ${waited(0.5)} s (median) to ${waited(1)} s (the longest)`,
    )
    console.log(
      `answers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    )
    console.log(
      `${new Date().toISOString().slice(0, 16)}Z, load of the machine ${load()}; ` +
        (problems.length === 0 ? 'nothing lost, nothing doubled' : problems.join('; ')),
    )
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await server.stop()
  }
} finally {
  await cluster.stop()
}
