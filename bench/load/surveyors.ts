import { randomUUID } from 'node:crypto'
import { submission } from './prepare.ts'

/** One request with its duration; `status` 0 means no answer. */
export interface Timing {
  readonly what: string
  readonly ms: number
  readonly status: number
}

/** What the server has acknowledged to a surveyor. */
export interface Saved {
  readonly clientKey: string
  readonly id: string
  /** The text of its first answer as last acknowledged. */
  answer: string
  files: number
}

interface SurveyorLife {
  readonly url: string
  readonly token: string
  readonly untilMs: number
  /** The average pause between two actions. */
  readonly pauseMs: number
  readonly note: (timing: Timing) => void
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A unique photo of the size that the app sends. */
const photo = (): Blob => {
  const bytes = crypto.getRandomValues(new Uint8Array(20_000))
  bytes.set(png)
  return new Blob([bytes], { type: 'image/png' })
}

/** Works like a surveyor on a busy day, a hundred times faster. Returns what was acknowledged. */
export const liveAsSurveyor = async (life: SurveyorLife): Promise<readonly Saved[]> => {
  const saved: Saved[] = []
  let cursor = ''

  const ask = async (what: string, path: string, init: RequestInit = {}) => {
    const start = performance.now()
    try {
      const response = await fetch(`${life.url}/api/surveyor${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${life.token}`, ...init.headers },
      })
      const body = (await response.json()) as {
        data: { id?: string }
        meta?: { next?: string }
      }
      life.note({ what, ms: performance.now() - start, status: response.status })
      return response.ok ? body : null
    } catch {
      life.note({ what, ms: performance.now() - start, status: 0 })
      return null
    }
  }
  const json = (method: string, body: unknown): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })

  const create = async () => {
    const clientKey = randomUUID()
    const body = submission(clientKey, 'first')
    const post = () => ask('submit', '/form-submissions', json('POST', body))
    // As a browser does on a broken connection: repeats the request at the same time.
    const answers = await Promise.all(Math.random() < 0.2 ? [post(), post()] : [post()])
    const id = answers.find(answer => answer !== null)?.data.id
    if (id !== undefined) saved.push({ clientKey, id, answer: 'first', files: 0 })
  }
  const upload = async (target: Saved) => {
    const form = new FormData()
    form.set('field_id', 'photo')
    form.set('field_type', 'IMAGE')
    form.append('files[]', photo(), 'photo.png')
    const path = `/form-submissions/${target.id}/upload-files`
    if ((await ask('photo', path, { method: 'POST', body: form })) !== null) target.files += 1
  }
  const edit = async (target: Saved) => {
    const answer = randomUUID()
    const body = {
      ...submission(target.clientKey, answer),
      updated_at: new Date().toISOString(),
    }
    if ((await ask('edit', `/form-submissions/${target.id}`, json('PUT', body))) !== null) {
      target.answer = answer
    }
  }
  const pull = async () => {
    const changes = await ask('changes', `/form-submissions?since=${cursor}&limit=100`)
    cursor = changes?.meta?.next ?? cursor
  }

  await sleep(Math.random() * life.pauseMs)
  while (Date.now() < life.untilMs) {
    const kind = Math.random()
    const target = saved[Math.floor(Math.random() * saved.length)]
    if (target === undefined || kind < 0.45) await create()
    else if (kind < 0.65) await upload(target)
    else if (kind < 0.8) await edit(target)
    else await pull()
    await sleep(life.pauseMs * (0.5 + Math.random()))
  }
  return saved
}
