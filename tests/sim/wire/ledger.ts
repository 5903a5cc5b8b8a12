import { markerField } from '../world/world.ts'

/**
 * What a server, or something in front of it, said to the requests about an interview: an independent
 * reading of which answers may send it to Recovery, and of what must be the same in a repeated request.
 */
export interface Ledger {
  readonly sent: (phone: string, request: Request) => Promise<Sent>
  readonly answered: (sent: Sent, answer: Answered | null) => void
  /** How often something was said that a repeat cannot change, about this interview or a list. */
  readonly refusals: (marker: string) => number
  /** How often an answer came that counts as a try. */
  readonly counted: (marker: string) => number
  /** Tells whose row an id is. */
  readonly nameRow: (id: string, marker: string) => void
  readonly problems: () => readonly string[]
}

export interface Sent {
  readonly phone: string
  readonly method: string
  readonly path: string
  readonly tempId: string | null
  readonly body: string
  /** The interview by its marker or its row; null for what concerns none. */
  readonly about: string | null
}

export interface Answered {
  readonly status: number
  /** undefined for a body that is not JSON. */
  readonly json: unknown
}

interface Creation {
  readonly key: string | null
  body: string
  isUnknown: boolean
}

export const createLedger = (): Ledger => {
  const markers = new Map<string, string>()
  const refused = new Map<string, number>()
  const counted = new Map<string, number>()
  const creations = new Map<string, Creation>()
  const problems: string[] = []
  const add = (counts: Map<string, number>, about: string) => {
    counts.set(about, (counts.get(about) ?? 0) + 1)
  }
  const sum = (counts: Map<string, number>, marker: string) =>
    [...counts]
      .filter(([about]) => about === lists || (markers.get(about) ?? about) === marker)
      .reduce((total, [, count]) => total + count, 0)

  /** A repeated creation has the key of the first; while its outcome is unknown, also the body. */
  const checkCreation = (sent: Sent, key: string | null) => {
    const name = `${sent.phone} ${sent.tempId}`
    const before = creations.get(name)
    if (key === null || key === '') problems.push(`${sent.about} was sent without a key`)
    if (before !== undefined && before.key !== key) {
      problems.push(`${sent.about} was sent again under another key`)
    }
    if (before?.isUnknown === true && before.body !== sent.body) {
      problems.push(`${sent.about} was sent again as something else while its outcome was unknown`)
    }
    creations.set(name, { key: before?.key ?? key, body: sent.body, isUnknown: true })
  }

  return {
    sent: async (phone, request) => {
      const { method } = request
      const path = new URL(request.url).pathname
      const isCreation = method === 'POST' && path.endsWith('/form-submissions')
      const body = isCreation ? await request.clone().text() : ''
      const parsed = body === '' ? {} : (JSON.parse(body) as CreationBody)
      const marker = parsed.answers?.find(({ form_field_id }) => form_field_id === markerField)
      const row = /\/form-submissions\/([^/]+)/.exec(path)?.[1] ?? null
      const isList = method === 'GET' && path.endsWith('/form-submissions')
      const about = marker?.value ?? row ?? (isList ? lists : null)
      const sent = { phone, method, path, body, about, tempId: parsed.tempId ?? null }
      if (isCreation) checkCreation(sent, request.headers.get('Idempotency-Key'))
      return sent
    },
    answered: (sent, answer) => {
      const creation = creations.get(`${sent.phone} ${sent.tempId}`)
      if (answer === null || sent.about === null) return
      const { status } = answer
      const isGood = status >= 200 && status < 300
      const said = isGood && answer.json !== undefined ? 'good' : meaningOf(answer)
      if (creation !== undefined) creation.isUnknown = said !== 'good' && said !== 'refusal'
      if (said === 'refusal') add(refused, sent.about)
      if (said === 'counts') add(counted, sent.about)
    },
    refusals: marker => sum(refused, marker),
    counted: marker => sum(counted, marker),
    nameRow: (id, marker) => markers.set(id, marker),
    problems: () => problems,
  }
}

interface CreationBody {
  readonly tempId?: string
  readonly answers?: readonly { readonly form_field_id: string; readonly value: string }[]
}

/** A refused list stands for any interview whose earlier try was looked for in it. */
const lists = 'a list'

const meaningOf = ({ status, json }: Answered): 'refusal' | 'counts' | 'login' => {
  if (json === undefined) return 'counts'
  if (status === 401) return 'login'
  const message = String((json as { message?: unknown }).message ?? '').toLowerCase()
  const hasWord = ['draft', 'deleted', 'invalid'].some(word => message.includes(word))
  const isPermanent =
    [400, 403, 404, 422].includes(status) ||
    (status >= 400 && status < 500 && ![408, 409, 412, 429].includes(status) && hasWord)
  return isPermanent ? 'refusal' : 'counts'
}
