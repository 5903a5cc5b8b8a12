import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../harness/files.ts'

/** Runs an administrator's command in a separate process. Returns what it printed; throws when it failed. */
export const runAdminLine = async (
  databaseUrl: string,
  ...line: readonly string[]
): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'transect-admin-'))
  const child = spawn(process.execPath, ['--import', 'tsx', `${root}server/admin.ts`, ...line], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise(resolve => child.once('close', resolve))
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) throw new Error(`${line.join(' ')} ended with ${code}: ${output}`)
  return output.trim()
}
