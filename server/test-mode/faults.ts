import { basePath } from '../../replication/wire/calls.ts'
import { answerToResponse, DroppedConnection, refuse, type Refusal } from '../http/answer.ts'

/**
 * Deliberate failures, in test mode only. What the server has done when the client sees the failure:
 *
 *   nothing         drop-before, 500, 500-html, 403-html, 404-json, 401, html, draft
 *   everything      drop-after, empty, truncated, slow:<ms>
 */
export const faultNames = [
  'drop-before',
  'drop-after',
  '500',
  '500-html',
  '403-html',
  '404-json',
  '401',
  'empty',
  'html',
  'truncated',
  'draft',
] as const
/** The name of a fault in the header and the test controls. */
type FaultName = (typeof faultNames)[number] | `slow:${number}`

/** A fault for the next matching requests. A path may be any part of the address below the base path. */
export interface ArmedFault {
  readonly fault: FaultName
  readonly path?: string
  readonly method?: string
  /** How many requests fail; 1 by default. */
  readonly times?: number
}

/** The faults armed for future requests. */
export interface Faults {
  readonly arm: (fault: ArmedFault) => void
  readonly clear: () => void
  /** Returns the fault for this request and counts it as used. */
  readonly take: (request: Request, named: string | null) => FaultName | null
}

/** Whether a text is the name of a fault. */
export const isFaultName = (text: string): text is FaultName =>
  faultNames.some(name => name === text) || /^slow:\d{1,6}$/.test(text)

/** Keeps armed faults in memory. The first one armed is used first. */
export const createFaults = (): Faults => {
  let armed: { readonly fault: ArmedFault; left: number }[] = []
  const matches = (fault: ArmedFault, request: Request) =>
    (fault.method === undefined || fault.method.toUpperCase() === request.method) &&
    new URL(request.url).pathname.slice(basePath.length).includes(fault.path ?? '')
  return {
    arm: fault => {
      armed.push({ fault, left: fault.times ?? 1 })
    },
    clear: () => {
      armed = []
    },
    take: (request, named) => {
      if (named !== null && isFaultName(named)) return named
      const due = armed.find(entry => matches(entry.fault, request))
      if (due === undefined) return null
      due.left -= 1
      armed = armed.filter(entry => entry.left > 0)
      return due.fault.fault
    },
  }
}

const portalPage =
  '<!doctype html><html><head><title>Sign in to the network</title></head><body><p>Welcome. Please accept the terms of this network to go on.</p></body></html>'

const html = (status: number) =>
  new Response(portalPage, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

const refused = (status: Refusal['status'], message: string) =>
  answerToResponse(refuse(status, message))

/** Replaces a response by half of its body, after which the connection ends. */
const truncated = async (response: Response): Promise<Response> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const halves = [bytes.slice(0, Math.floor(bytes.byteLength / 2))]
  const body = new ReadableStream<Uint8Array>({
    pull: controller => {
      const half = halves.pop()
      if (half === undefined) controller.error(new DroppedConnection())
      else controller.enqueue(half)
    },
  })
  const headers = new Headers(response.headers)
  // Sends the first half immediately, instead of waiting for the whole body.
  headers.set('Transfer-Encoding', 'chunked')
  headers.delete('Content-Length')
  return new Response(body, { status: response.status, headers })
}

/** Answers a request with a fault. `work` makes the real answer, if the fault needs it (see the table above). */
export const failWith = async (
  fault: FaultName,
  work: () => Promise<Response>,
): Promise<Response> => {
  switch (fault) {
    case 'drop-before':
      throw new DroppedConnection()
    case 'drop-after':
      await work()
      throw new DroppedConnection()
    case '500':
      return refused(500, 'Something went wrong on the server.')
    case '500-html':
      return html(500)
    case '403-html':
      return html(403)
    case '404-json':
      return refused(404, 'Not found.')
    case '401':
      return refused(401, 'Please login again')
    case 'empty': {
      const response = await work()
      return new Response(null, { status: response.status })
    }
    case 'html':
      return html(200)
    case 'truncated':
      return truncated(await work())
    case 'draft':
      return refused(422, 'This project is now in draft')
    default: {
      const response = await work()
      await new Promise(resolve => setTimeout(resolve, Number(fault.slice('slow:'.length))))
      return response
    }
  }
}
