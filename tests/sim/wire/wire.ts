import type { Activity, Life } from '../life.ts'
import type { Chronicle } from './chronicle.ts'
import type { Answered, Ledger, Sent } from './ledger.ts'
import type { SimTime } from '../world/time.ts'

/** A fault between a phone and its server. */
export interface WireFault {
  readonly path: string
  readonly method?: string
  /** Only requests about interviews whose marker starts like this. */
  readonly about?: string
  times: number
  /** Whether the server still does its work; 'late': long after the client gave up. */
  readonly reaches: 'no' | 'yes' | 'late'
  /**
   * The connection breaks, no answer ever arrives, the server's own answer arrives, or a foreign one. again: the
   * answer is lost and the browser repeats the request a moment later, without the app's knowledge.
   */
  readonly answer: 'break' | 'silence' | 'same' | 'again' | Reply
  /** What happens after the server has done its work and before its answer arrives. */
  readonly meanwhile?: () => Promise<void>
}

export interface Reply {
  readonly status: number
  /** list: an empty one, as from a stale cache on the way. */
  readonly body: 'json' | 'html' | 'empty' | 'truncated' | 'list'
  readonly message: string
}

/** The network of a world. */
export interface Wire {
  readonly arm: (fault: WireFault) => void
  readonly clear: () => void
  readonly fetchOf: (tab: WiredTab) => typeof globalThis.fetch
  /** A phone's clock was set, so its requests in flight may be overtaken. */
  readonly forget: (phone: string) => void
  /** Two live tabs of one phone that sent at the same time. */
  readonly problems: () => readonly string[]
  readonly requests: () => number
}

export interface WiredTab {
  readonly name: string
  readonly phone: string
  readonly life: Life
}

interface WireParts {
  readonly server: { readonly fetch: (request: Request) => Promise<Response> }
  readonly time: SimTime
  readonly activity: Activity
  readonly ledger: Ledger
  readonly chronicle: Chronicle
  /** How much later than the client's time-out a late request arrives, ms. */
  readonly lateMs: number
}

const page = '<!doctype html><title>Sign in</title><p>Please accept the terms of this network.</p>'

const toResponse = ({ status, body, message }: Reply): Response => {
  const json = JSON.stringify({ status: false, message })
  const list = JSON.stringify({ status: true, message, data: [] })
  const text = { json, list, html: page, empty: '', truncated: json.slice(0, json.length / 2) }[
    body
  ]
  const type = body === 'html' ? 'text/html' : 'application/json'
  return new Response(text, { status, headers: { 'Content-Type': type } })
}

const readAnswer = async (response: Response): Promise<Answered> => {
  const text = await response.clone().text()
  try {
    const json: unknown = JSON.parse(text)
    const isBody = typeof json === 'object' && json !== null
    return { status: response.status, json: isBody ? json : undefined }
  } catch {
    return { status: response.status, json: undefined }
  }
}

const broken = () => new TypeError('Failed to fetch')

/** A request that was made and not sent yet, because its tab may be frozen. */
interface Held {
  readonly phone: string
  /** The phone's clock was set meanwhile. */
  isOvertaken: boolean
}

export const createWire = ({
  server,
  time,
  activity,
  ledger,
  chronicle,
  lateMs,
}: WireParts): Wire => {
  let faults: WireFault[] = []
  let requests = 0
  const problems: string[] = []
  /** The requests being sent now, one entry for each. */
  const sending = new Set<{ readonly tab: WiredTab }>()
  const late = new Set<Sent>()
  const holding = new Set<Held>()

  const take = (request: Request, { about }: Sent): WireFault | null => {
    const { pathname } = new URL(request.url)
    const due = faults.find(
      fault =>
        pathname.includes(fault.path) &&
        (fault.method === undefined || fault.method === request.method) &&
        (fault.about === undefined || about?.startsWith(fault.about) === true),
    )
    if (due === undefined) return null
    due.times -= 1
    faults = faults.filter(({ times }) => times > 0)
    return due
  }

  const deliver = async (sent: Sent, request: Request): Promise<Response> => {
    const response = await activity.during(() => server.fetch(request))
    chronicle.delivered(sent, await readAnswer(response))
    return response
  }

  const carry = async (sent: Sent, request: Request): Promise<Response> => {
    const fault = take(request, sent)
    if (fault === null) return deliver(sent, request)
    if (fault.answer === 'again') {
      chronicle.repeated(sent)
      await deliver(sent, request.clone())
      return deliver(sent, request)
    }
    const own = fault.reaches === 'yes' ? await deliver(sent, request.clone()) : null
    if (fault.meanwhile !== undefined) {
      await Promise.race([fault.meanwhile(), silence(request.signal)])
    }
    if (fault.reaches === 'late') {
      const copy = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        body: await request.clone().arrayBuffer(),
      })
      late.add(sent)
      time.after(lateMs, () => {
        late.delete(sent)
        void deliver(sent, copy)
      })
    }
    if (fault.answer === 'break') throw broken()
    if (fault.answer === 'silence' || fault.reaches === 'late') return silence(request.signal)
    if (fault.answer === 'same') return own ?? deliver(sent, request)
    return toResponse(fault.answer)
  }

  const send = async (tab: WiredTab, request: Request, held: Held): Promise<Response> => {
    requests += 1
    const writes = request.method !== 'GET' && request.url.includes('/form-submissions')
    const flight = { tab }
    const end = () => sending.delete(flight)
    if (writes) {
      for (const { tab: other } of sending) {
        if (other.phone !== tab.phone || other === tab || other.life.state() !== 'alive') continue
        problems.push(`${other.name} and ${tab.name} sent at the same time`)
      }
      sending.add(flight)
    }
    // An aborted request is no longer being sent by the tab, whatever the server still does with it.
    request.signal.addEventListener('abort', end)
    const sent = await ledger.sent(tab.phone, request)
    if (held.isOvertaken) chronicle.overtaken(sent)
    try {
      const response = await carry(sent, request)
      ledger.answered(sent, await readAnswer(response))
      return response
    } catch (error) {
      ledger.answered(sent, null)
      throw error
    } finally {
      end()
    }
  }

  return {
    arm: fault => faults.push(fault),
    clear: () => {
      faults = []
    },
    fetchOf: tab => (input, init) => {
      const request = new Request(input, init)
      const held: Held = { phone: tab.phone, isOvertaken: false }
      holding.add(held)
      return tab.life
        .around('request', () => {
          holding.delete(held)
          // A request that was aborted while the tab was frozen is never sent.
          request.signal.throwIfAborted()
          return send(tab, request, held)
        })
        .finally(() => holding.delete(held))
    },
    forget: phone => {
      for (const flight of sending) if (flight.tab.phone === phone) sending.delete(flight)
      for (const sent of late) if (sent.phone === phone) chronicle.overtaken(sent)
      for (const held of holding) if (held.phone === phone) held.isOvertaken = true
    },
    problems: () => problems,
    requests: () => requests,
  }
}

/** No answer arrives until the client gives up. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new DOMException('The request was aborted.', 'AbortError'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })
