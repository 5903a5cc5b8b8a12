import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
