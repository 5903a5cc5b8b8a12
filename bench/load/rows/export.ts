import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../harness/files.ts'
import { formId } from '../prepare.ts'

/** What an export in a separate process took. */
interface ExportRun {
  readonly lines: readonly string[]
  readonly seconds: number
  readonly mostMB: number
  /** Megabytes per second in the first and in the last third of what was written. */
  readonly paces: readonly [first: number, last: number]
}

const peakMB = (pid: number): number => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

const bytesIn = (folder: string): number =>
  Math.max(0, ...readdirSync(folder).map(name => statSync(join(folder, name)).size))

/** Exports the form in a separate process, as an administrator does. */
export const measureExport = async (databaseUrl: string, format: string): Promise<ExportRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'transect-export-'))
  const line = ['submissions', 'export', formId, '--format', format, '--out']
  line.push(join(folder, `all.${format}`))
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', `${root}server/admin.ts`, ...line], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let mostMB = 0
  const written: (readonly [ms: number, bytes: number])[] = []
  const watching = setInterval(() => {
    mostMB = Math.max(mostMB, peakMB(child.pid ?? 0))
    const bytes = bytesIn(folder)
    if (bytes > (written.at(-1)?.[1] ?? 0)) written.push([performance.now(), bytes])
  }, 100)
  await new Promise(resolve => child.once('close', resolve))
  clearInterval(watching)
  const total = bytesIn(folder)
  rmSync(folder, { recursive: true, force: true })
  const pace = (from: number, to: number): number => {
    const part = written.filter(([, bytes]) => bytes >= total * from && bytes <= total * to)
    const [start, end] = [part[0] ?? [0, 0], part.at(-1) ?? [0, 0]]
    return (end[1] - start[1]) / 1000 / (end[0] - start[0])
  }
  return {
    lines: output.trim().split('\n'),
    seconds: (performance.now() - began) / 1000,
    mostMB,
    paces: [pace(0, 1 / 3), pace(2 / 3, 1)],
  }
}
