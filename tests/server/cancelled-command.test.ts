import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lockDataDirectory } from '../../server/db/data-lock.ts'
import { temporaryDirectory } from './child-server.ts'

test('Ctrl-C while a server carries a command out says that it goes on', async () => {
  const { path, remove } = await temporaryDirectory()
  const lock = lockDataDirectory(path)
  // A server that is still busy with the command.
  const server = createServer(socket => socket.on('error', () => undefined).resume())
  server.listen(join(path, 'admin.sock'))
  try {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        fileURLToPath(new URL('../../server/admin.ts', import.meta.url)),
        'user',
        'list',
      ],
      {
        env: { PATH: process.env['PATH'] ?? '', DATA_DIR: path },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await once(server, 'connection')
    child.kill('SIGINT')
    const [code] = (await once(child, 'close')) as [number | null]
    expect(said).toContain('The server goes on with the command')
    expect(code).toBe(130)
  } finally {
    server.close()
    lock.release()
    await remove()
  }
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a command that %s ends leaves no part of a file or folder', async (signal, ending) => {
  const { path, remove } = await temporaryDirectory()
  try {
    const parts = new URL('../../server/env/part-files.ts', import.meta.url).href
    const script = `
      import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
      import { partOf, removePartsWhenCancelled } from '${parts}'
      removePartsWhenCancelled()
      writeFileSync(partOf('export.csv'), 'half')
      const folder = partOf('backup')
      mkdirSync(folder)
      writeFileSync(folder + '/users.jsonl', 'half')
      const whole = partOf('whole.csv')
      writeFileSync(whole, 'whole')
      renameSync(whole, 'whole.csv')
      console.log('written')
      setInterval(() => undefined, 1000)`
    const child = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', script],
      { cwd: path, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(child.stdout, 'data')
    expect(await readdir(path)).toHaveLength(3)
    child.kill(signal)
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(ending)
    expect(await readdir(path)).toEqual(['whole.csv'])
  } finally {
    await remove()
  }
})
