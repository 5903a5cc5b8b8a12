import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Many large uploads at once: `tsx bench/load/uploads/run.ts [count] [megabytes]`. Starts a server on a new embedded
 * database, stops and starts it again, because creating the database takes the most memory, sends all uploads at the
 * same moment, and prints their answers, the server's peak memory and the longest delay of its event loop.
 */

const count = Number(process.argv[2] ?? 300)
const bytes = Math.round(Number(process.argv[3] ?? 9.5) * 1024 * 1024)

const directory = await mkdtemp(join(tmpdir(), 'transect-uploads-'))

const startServer = async () => {
  const flags = ['--import', 'tsx', '--import', './bench/load/uploads/loop-delay.ts']
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: directory, TRANSECT_MODE: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = (pattern: RegExp) =>
    new Promise<string>(resolve => {
      let output = ''
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        const found = pattern.exec(output)?.[1]
        if (found === undefined) return
        child.stdout.off('data', read)
        child.stdout.resume()
        resolve(found)
      }
      child.stdout.on('data', read)
    })
  const stop = async () => {
    child.kill('SIGTERM')
    await new Promise(resolve => child.once('close', resolve))
  }
  const longestDelayMs = async () => {
    const delay = printed(/longest delay: (\d+) ms/)
    child.kill('SIGUSR2')
    return Number(await delay)
  }
  const address = await printed(/Transect is ready:\s+(http:\S+)/)
  return { address, stop, longestDelayMs, pid: child.pid }
}

await (await startServer()).stop()
const { address, stop, longestDelayMs, pid } = await startServer()

const agent = new Agent({ keepAlive: true })
const send = (
  method: string,
  path: string,
  token: string,
  type: string,
  ...parts: readonly Uint8Array[]
) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const sent = request(`${address}/api${path}`, {
      agent,
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': type,
        'Content-Length': parts.reduce((total, part) => total + part.byteLength, 0),
      },
    })
    sent.on('error', reject)
    sent.on('response', answer => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    for (const part of parts) sent.write(part)
    sent.end()
  })
const post = async (path: string, token: string, body: unknown) => {
  const { text } = await send(
    'POST',
    path,
    token,
    'application/json',
    Buffer.from(JSON.stringify(body)),
  )
  return (JSON.parse(text) as { data: Record<string, string> }).data
}

const login = { email: 'asha@transect.example', password: 'fieldwork-2026' }
const token = (await post('/surveyor/auth/login', '', login))['access_token'] ?? ''
const ids: string[] = []
for (let index = 0; index < count; index += 1) {
  const body = {
    form_id: 'household-profile',
    latitude: 1,
    longitude: 1,
    created_at: new Date().toISOString(),
    answers: [],
  }
  ids.push((await post('/surveyor/form-submissions', token, body))['id'] ?? '')
}

await longestDelayMs()
const head = `--b\r\nContent-Disposition: form-data; name="field_id"\r\n\r\nf\r\n--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.bin"\r\n\r\n`
const filling = Buffer.alloc(bytes, 1)
const began = performance.now()
const statuses = await Promise.all(
  ids.map(async (id, index) => {
    const mark = Buffer.from(`${index} `)
    const type = 'multipart/form-data; boundary=b'
    const path = `/surveyor/form-submissions/${id}/upload-files`
    return (
      await send(
        'POST',
        path,
        token,
        type,
        Buffer.from(head),
        mark,
        filling,
        Buffer.from('\r\n--b--\r\n'),
      )
    ).status
  }),
)
const seconds = ((performance.now() - began) / 1000).toFixed(1)
const longestMs = await longestDelayMs()
const memory = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
const tally: Record<string, number> = {}
for (const status of statuses) tally[status] = (tally[status] ?? 0) + 1
const mostMB = Math.round(Number(memory) / 1024)
const load = loadavg().map(one => one.toFixed(1))
process.stdout.write(
  `${JSON.stringify({ count, bytes, seconds, statuses: tally, mostMB, longestMs, load })}\n`,
)
await stop()
await rm(directory, { recursive: true, force: true })
