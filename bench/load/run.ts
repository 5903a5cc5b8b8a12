import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareSurveyors } from './prepare.ts'
import { liveAsSurveyor, type Saved, type Timing } from './surveyors.ts'

/**
 * Many surveyors at once on a separate server process: `npx tsx bench/load/run.ts`; DATABASE_URL may name an empty
 * PostgreSQL database. Fails when a row is lost or duplicated.
 */

const surveyors = Number(process.env['SURVEYORS'] ?? 200)
const seconds = Number(process.env['SECONDS'] ?? 60)
const pauseMs = Number(process.env['PAUSE_MS'] ?? 4000)
const port = Number(process.env['PORT'] ?? 8531)

const directory = await mkdtemp(join(tmpdir(), 'transect-load-'))
const environment = {
  PATH: process.env['PATH'] ?? '',
  PORT: String(port),
  DATA_DIR: directory,
  DEMO: '0',
  ...(process.env['DATABASE_URL'] === undefined
    ? {}
    : { DATABASE_URL: process.env['DATABASE_URL'] }),
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const url = `http://127.0.0.1:${port}`

const startServer = async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The server did not start.')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return child
}

interface Row {
  readonly id: string
  readonly client_key: string
  readonly answers: readonly {
    readonly form_field_id: string
    readonly value: string | null
    readonly value_json: readonly unknown[] | null
  }[]
}

/** The differences between what was acknowledged and what the server has. */
const differences = async (token: string, saved: readonly Saved[]): Promise<readonly string[]> => {
  const response = await fetch(`${url}/api/surveyor/form-submissions?limit=1000`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data: rows } = (await response.json()) as { data: readonly Row[] }
  const found: string[] = []
  const keys = rows.map(({ client_key }) => client_key)
  if (new Set(keys).size !== keys.length) found.push('a doubled row')
  if (rows.length !== saved.length) found.push(`${rows.length} rows for ${saved.length} saved`)
  for (const one of saved) {
    const row = rows.find(({ client_key }) => client_key === one.clientKey)
    const answerOf = (field: string) =>
      row?.answers.find(({ form_field_id }) => form_field_id === field)
    if (row?.id !== one.id) found.push(`lost ${one.clientKey}`)
    else if (answerOf('field-0')?.value !== one.answer) found.push(`another answer in ${one.id}`)
    else if ((answerOf('photo')?.value_json?.length ?? 0) !== one.files) {
      found.push(`other files in ${one.id}`)
    }
  }
  return found
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

const report = (timings: readonly Timing[]): void => {
  for (const what of new Set(timings.map(timing => timing.what))) {
    const ms = timings
      .filter(timing => timing.what === what)
      .map(timing => timing.ms)
      .sort((a, b) => a - b)
    const [middle, high] = [quantile(ms, 0.5).toFixed(0), quantile(ms, 0.99).toFixed(0)]
    console.log(`${what}: ${ms.length} requests, median ${middle} ms, p99 ${high} ms`)
  }
}

try {
  const tokens = await prepareSurveyors(environment, surveyors)
  const server = await startServer()
  const before = loadavg()[0] ?? 0
  const timings: Timing[] = []
  const untilMs = Date.now() + seconds * 1000
  const note = (timing: Timing) => void timings.push(timing)
  const lives = tokens.map(token => liveAsSurveyor({ url, token, untilMs, pauseMs, note }))
  const saved = await Promise.all(lives)
  const engine = process.env['DATABASE_URL'] === undefined ? 'PGlite' : 'PostgreSQL'
  console.log(
    `${new Date().toISOString().slice(0, 16)}Z, ${engine}, ${surveyors} surveyors, ${seconds} s, ` +
      `load of the machine ${before.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after`,
  )
  report(timings)
  const failed = timings.filter(({ status }) => status !== 200 && status !== 201)
  const wrong: string[] = []
  for (const [at, token] of tokens.entries()) {
    wrong.push(...(await differences(token, saved[at] ?? [])))
  }
  const total = saved.flat().length
  console.log(
    `${timings.length} requests, ${failed.length} failed, ${total} submissions saved, ${wrong.length} differences`,
  )
  for (const line of [
    ...failed.slice(0, 5).map(one => JSON.stringify(one)),
    ...wrong.slice(0, 5),
  ]) {
    console.log(`  ${line}`)
  }
  server.kill('SIGTERM')
  await once(server, 'exit')
  process.exitCode = failed.length + wrong.length === 0 ? 0 : 1
} finally {
  await rm(directory, { recursive: true, force: true })
}
