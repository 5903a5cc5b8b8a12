import { surveyors, type SimAccount, type Surveyor } from '../servers/sim-server.ts'
import { hashOf, markerField } from '../world/content.ts'

/**
 * Records the answers to requests about each interview. It decides independently of the product which answers may
 * send it to Recovery, and what must be equal in a repeated request.
 */
export interface Ledger {
  readonly sent: (phone: string, request: Request) => Promise<Sent>
  readonly answered: (sent: Sent, answer: Answered | null) => void
  /** How many final refusals there were, about this interview or a list. */
  readonly refusals: (marker: string) => number
  /** How many answers counted as a try. */
  readonly counted: (marker: string) => number
  /** Whether an edit of the interview was sent whose outcome its phone does not know, or did not know for a time. */
  readonly isDoubtful: (marker: string) => boolean
  /** Records which interview a row id belongs to. */
  readonly nameRow: (id: string, marker: string) => void
  /** Records the author of an interview and the hashes of its files. No other surveyor may send them. */
  readonly nameAuthor: (author: Surveyor, given: readonly string[]) => void
  readonly problems: () => readonly string[]
}

export interface Sent {
  readonly phone: string
  readonly method: string
  readonly path: string
  readonly tempId: string | null
  readonly body: string
  /** Its contents for the server: answers, and the hashes of files. */
  readonly answers: readonly SentAnswer[]
  readonly files: readonly string[]
  /** The interview by its marker or its row; null when it is about none. */
  readonly about: string | null
}

interface SentAnswer {
  readonly form_field_id: string
  readonly value: string
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

interface LedgerOptions {
  readonly knowsRevisions: boolean
  readonly wasDeletionAsked: (marker: string) => boolean
}

export const createLedger = (
  accounts: Readonly<Record<Surveyor, SimAccount>>,
  { knowsRevisions, wasDeletionAsked }: LedgerOptions,
): Ledger => {
  const markers = new Map<string, string>()
  const refused = new Map<string, number>()
  const counted = new Map<string, number>()
  const creations = new Map<string, Creation>()
  /** The edits without a clear answer. A 412 is clear. */
  const doubtful = new Set<Sent>()
  const authors = new Map<string, Surveyor>()
  const problems: string[] = []
  const nameOf = ({ phone, tempId, about }: Sent) => `${phone} ${tempId} ${about}`
  const add = (counts: Map<string, number>, about: string) => {
    counts.set(about, (counts.get(about) ?? 0) + 1)
  }
  const sum = (counts: Map<string, number>, marker: string) =>
    [...counts]
      .filter(([about]) => about === lists || (markers.get(about) ?? about) === marker)
      .reduce((total, [, count]) => total + count, 0)

  /**
   * A creation that is repeated while its outcome is unknown has the same key and body. One whose deletion was taken back
   * has another key.
   */
  const checkCreation = (sent: Sent, key: string | null) => {
    const name = nameOf(sent)
    const before = creations.get(name)
    if (key === null || key === '') problems.push(`${sent.about} was sent without a key`)
    const isRepeat = before?.isUnknown === true && !(before.key !== key && mayHaveNewKey(sent))
    if (isRepeat && before.key !== key) {
      problems.push(`${sent.about} was sent again under another key`)
    }
    if (isRepeat && before.body !== sent.body) {
      problems.push(`${sent.about} was sent again as something else while its outcome was unknown`)
    }
    creations.set(name, { key, body: sent.body, isUnknown: true })
  }

  const mayHaveNewKey = ({ about }: Sent) => about !== null && wasDeletionAsked(about)

  /** No work of a surveyor is sent in another's name, whatever the answer. */
  const checkName = (request: Request, given: readonly string[]) => {
    const token = request.headers.get('Authorization')?.slice('Bearer '.length)
    const by = surveyors.find(name => accounts[name].token === token)
    for (const one of given) {
      const author = authors.get(markers.get(one) ?? one)
      if (by === undefined || author === undefined || author === by) continue
      problems.push(`${markers.get(one) ?? one} of ${author} was sent in the name of ${by}`)
    }
  }

  return {
    sent: async (phone, request) => {
      const { method } = request
      const path = new URL(request.url).pathname
      const isCreation = method === 'POST' && path.endsWith('/form-submissions')
      const isJson = isCreation || (method === 'PUT' && path.includes('/form-submissions/'))
      // The details say when the request was sent, so they are no part of what a repeat must equal.
      const given: CreationBody = isJson ? ((await request.clone().json()) as CreationBody) : {}
      const { details, ...parsed } = given
      if (details !== undefined && !(isCreation && knowsRevisions)) {
        problems.push(`details were sent to ${path}, which does not take them`)
      }
      const body = JSON.stringify(parsed)
      const answers = parsed.answers ?? []
      const files = path.endsWith('/upload-files') ? await hashesIn(request.clone()) : []
      const marker = isCreation
        ? answers.find(({ form_field_id }) => form_field_id === markerField)
        : undefined
      const row = /\/form-submissions\/([^/]+)/.exec(path)?.[1] ?? null
      const isList = method === 'GET' && path.endsWith('/form-submissions')
      const about = marker?.value ?? row ?? (isList ? lists : null)
      const tempId = isCreation ? (parsed.tempId ?? null) : null
      const sent = { phone, method, path, body, about, tempId, answers, files }
      checkName(request, [...(about === null ? [] : [about]), ...files])
      // Without it an edit would overwrite what another phone wrote a moment before.
      if (method === 'PUT' && knowsRevisions && !request.headers.has('If-Match')) {
        problems.push(`${about} was changed without saying which revision`)
      }
      if (method === 'PUT') doubtful.add(sent)
      if (isCreation) checkCreation(sent, request.headers.get('Idempotency-Key'))
      return sent
    },
    answered: (sent, answer) => {
      const creation = creations.get(nameOf(sent))
      if (answer === null || sent.about === null) return
      const { status } = answer
      const isGood = status >= 200 && status < 300
      if ((isGood && answer.json !== undefined) || status === 412) doubtful.delete(sent)
      const said = isGood && answer.json !== undefined ? 'good' : meaningOf(answer)
      if (creation !== undefined) creation.isUnknown = said !== 'good' && said !== 'refusal'
      if (said === 'refusal') add(refused, sent.about)
      if (said === 'counts') add(counted, sent.about)
    },
    refusals: marker => sum(refused, marker),
    counted: marker => sum(counted, marker),
    isDoubtful: marker =>
      [...doubtful].some(({ about }) => (markers.get(about ?? '') ?? about) === marker),
    nameRow: (id, marker) => markers.set(id, marker),
    nameAuthor: (author, given) => {
      for (const one of given) authors.set(one, author)
    },
    problems: () => problems,
  }
}

interface CreationBody {
  readonly details?: unknown
  readonly tempId?: string
  readonly answers?: readonly SentAnswer[]
}

const hashesIn = async (request: Request): Promise<readonly string[]> => {
  const parts = [...(await request.formData()).values()].filter(part => typeof part !== 'string')
  return Promise.all(parts.map(async part => hashOf(new Uint8Array(await part.arrayBuffer()))))
}

/** A refused list counts for every interview whose earlier try was searched in it. */
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
