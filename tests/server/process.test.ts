import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headers } from '../../replication/wire/calls.ts'
import { listen } from '../../server/http/node-http.ts'
import {
  listedOver,
  loginOver,
  startChild,
  temporaryDirectory,
  usedDirectory,
  type ChildServer,
} from './child-server.ts'
import { linksOf, newSubmission, pngBytes, uploadForm, type Row } from './surveyor.ts'

const adminMain = fileURLToPath(new URL('../../server/admin.ts', import.meta.url))

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let running: ChildServer[] = []

beforeEach(async () => {
  directory = await temporaryDirectory()
  running = []
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(running.map(child => child.ended))
  await directory.remove()
})

const start = (environment?: Record<string, string>): ChildServer => {
  const child = startChild(directory.path, environment)
  running.push(child)
  return child
}

const admin = async (...line: string[]) => {
  const child = spawn(process.execPath, ['--import', 'tsx', adminMain, ...line], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: directory.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

describe('the server process on a new directory', () => {
  test('says the logins last, and then only what goes wrong, when its log is set so', async () => {
    const child = start({ LOG_LEVEL: 'warn', TRANSECT_MODE: 'production' })
    const address = await child.ready
    await loginOver(address)
    const wrong = JSON.stringify({ email: 'asha@transect.example', password: 'a wrong password' })
    await fetch(`${address}/api/surveyor/auth/login`, { method: 'POST', body: wrong })
    child.kill('SIGTERM')
    const lines = (await child.ended).output.split('\n').map(line => line.trim())
    expect(lines.filter(line => line !== '').slice(-9)).toEqual([
      'asha@transect.example',
      'first@transect.example',
      'inactive@transect.example',
      `Demo logins of the office, at ${address}/office, with the same password:`,
      'admin@transect.example (administrator)',
      'coordinator@transect.example (coordinator)',
      'reviewer@transect.example (reviewer)',
      'viewer@transect.example (viewer)',
      expect.stringContaining('"event":"login-refused"'),
    ])
  }, 120_000)

  test('is not needed for a command, which says so when it makes a new database', async () => {
    const made = expect.stringContaining(`is made in ${join(directory.path, 'postgres')}`)
    expect(await admin('user', 'list')).toEqual({ code: 0, output: made })
    expect(await admin('user', 'list')).toEqual({
      code: 0,
      output: expect.not.stringMatching(/made/),
    })
  }, 120_000)

  test('starts without the demo when configured so', async () => {
    const child = start({ DEMO: '0' })
    const address = await child.ready
    const asked = await fetch(`${address}/api/surveyor/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email: 'asha@transect.example', password: 'fieldwork-2026' }),
    })
    expect(asked.status).toBe(422)
    child.kill('SIGTERM')
    const { output } = await child.ended
    expect(output).toMatch(/office by this link, once[^\n]*\n *http:\S+\/office\/first#[\w-]{43}\n/)
  }, 120_000)
})

describe('the server process', () => {
  let used: typeof directory

  beforeAll(async () => {
    used = await usedDirectory()
  })
  beforeEach(() => cp(used.path, directory.path, { recursive: true }))
  afterAll(() => used.remove())

  test('keeps an uploaded file through a kill, under its hash', async () => {
    const first = start()
    const address = await first.ready
    const token = await loginOver(address)
    const [row] = await listedOver(address, token)
    const uploaded = await fetch(
      `${address}/api/surveyor/form-submissions/${row?.id}/upload-files`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: uploadForm('f', [new File([pngBytes(7)], '../../../evil.png')]),
      },
    )
    const body = (await uploaded.json()) as { data: Row }
    first.kill('SIGKILL')
    await first.ended

    const again = await start().ready
    const [link = ''] = linksOf(body.data, 'f')
    const path = new URL(link)
    const file = await fetch(`${again}${path.pathname}${path.search}`)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(pngBytes(7))
    const stored = await readdir(join(directory.path, 'files'), { recursive: true })
    expect(stored.filter(name => /evil|part/.test(name))).toEqual([])
  }, 120_000)

  test('listens at once, answers 503 until it is ready, and locks its directory', async () => {
    const first = start()
    const listening = await first.listening
    const [early, live] = await Promise.all(
      ['/api/surveyor/forms', '/api/health/live'].map(path => fetch(`${listening}${path}`)),
    )
    expect([early?.status, early?.headers.get('Content-Type')]).toEqual([503, 'application/json'])
    expect(live?.status).toBe(200)
    const address = await first.ready
    expect((await fetch(`${address}/api/health`)).status).toBe(200)

    const { code, output } = await start().ended
    expect(code).toBe(1)
    expect(output).toContain(`is in use by process`)

    first.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(existsSync(join(directory.path, 'server.lock'))).toBe(false)
  }, 120_000)

  test('writes an e-mail with a link, and neither into its log', async () => {
    const child = start({ PUBLIC_URL: 'https://survey.example.org', DEMO: '1' })
    const address = await child.ready
    await fetch(`${address}/api/surveyor/auth/password-forgot`, {
      method: 'POST',
      body: JSON.stringify({ email: 'asha@transect.example' }),
    })
    await loginOver(address)
    child.kill('SIGTERM')
    // E-mails are written after the answers, and before the end.
    const { output } = await child.ended
    const folder = join(directory.path, 'outbox-mail')
    const [name = ''] = await readdir(folder)
    const letter = await readFile(join(folder, name), 'utf8')
    const link = /https:\/\/survey\.example\.org\/reset-password\?token=([\w-]{43})/.exec(letter)
    expect(link?.[1]).toHaveLength(43)
    expect(output).not.toContain(link?.[1])
    expect(output).not.toContain('asha@transect.example"')
    expect(output).toContain('"event":"login"')
  }, 120_000)

  test('ends soon although a browser has opened a connection that it did not use', async () => {
    const child = start({ DEMO: '0' })
    const { hostname, port } = new URL(await child.ready)
    const unused = connect(Number(port), hostname)
    await once(unused, 'connect')
    const asked = performance.now()
    child.kill('SIGTERM')
    expect((await child.ended).code).toBe(0)
    expect(performance.now() - asked).toBeLessThan(15_000)
    unused.destroy()
  }, 120_000)

  test('runs commands while it serves, for the user of its directory', async () => {
    const address = await start().ready
    const added = await admin('user', 'add', 'ida@ngo.example', '--password', 'a long password')
    expect(added).toEqual({ code: 0, output: expect.stringContaining('Added ida@ngo.example') })
    const answer = await fetch(`${address}/api/surveyor/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email: 'ida@ngo.example', password: 'a long password' }),
    })
    expect(answer.status).toBe(200)
    const refused = await admin('backup', 'restore', '/nowhere')
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('stop the server first') })
    expect((await stat(directory.path)).mode & 0o777).toBe(0o700)
  }, 120_000)

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'serves on when its log cannot be written, and ends in order by %s',
    async signal => {
      const child = start()
      const address = await child.ready
      child.stopReading()
      for (let count = 0; count < 3; count += 1) expect(await loginOver(address)).toHaveLength(43)
      child.kill(signal)
      expect((await child.ended).code).toBe(0)
    },
    120_000,
  )

  test('removes what uploads left that were cut by the end of a process', async () => {
    const incoming = join(directory.path, 'files', 'incoming')
    await mkdir(incoming, { recursive: true })
    const [old = '', recent = ''] = [randomUUID(), randomUUID()].map(id => `.${id}.part`)
    for (const name of [old, recent]) await writeFile(join(incoming, name), 'half a photo')
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(incoming, old), longAgo, longAgo)
    await start({ DEMO: '0' }).ready
    await expect.poll(() => readdir(incoming)).toEqual([recent])
  }, 120_000)

  test('over sockets a fault breaks the connection as its kind says', async () => {
    const address = await start().ready
    const token = await loginOver(address)
    const before = (await listedOver(address, token)).length
    const send = (fault: string) =>
      fetch(`${address}/api/surveyor/form-submissions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, [headers.fault]: fault },
        body: JSON.stringify(newSubmission()),
      })
    await expect(send('drop-before')).rejects.toThrow(TypeError)
    expect(await listedOver(address, token)).toHaveLength(before)
    await expect(send('drop-after')).rejects.toThrow(TypeError)
    expect(await listedOver(address, token)).toHaveLength(before + 1)
    const cut = await send('truncated')
    expect(cut.status).toBe(201)
    await expect(cut.json()).rejects.toThrow('terminated')
  }, 120_000)
})

test('a stopping server closes a connection when the answer ends that was being sent', async () => {
  async function* slowly() {
    for (let piece = 0; piece < 20; piece += 1) yield await setTimeout(100, Buffer.alloc(1000))
  }
  const answer = () => Promise.resolve(new Response(Readable.toWeb(Readable.from(slowly()))))
  const listening = await listen(answer, { host: '127.0.0.1', port: 0, trustProxy: false })
  const agent = new Agent({ keepAlive: true })
  const received = new Promise<number>((resolve, reject) => {
    const sent = get(listening.address, { agent }, arriving => {
      buffer(arriving).then(({ byteLength }) => resolve(byteLength), reject)
    })
    sent.on('error', reject)
  })
  await setTimeout(300)
  const asked = performance.now()
  await listening.close(20_000)
  expect(performance.now() - asked).toBeLessThan(10_000)
  expect(await received).toBe(20_000)
  agent.destroy()
}, 60_000)
