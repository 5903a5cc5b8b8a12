import type { Random } from '../random.ts'
import type { Reply, WireFault } from './wire.ts'

const statuses = [400, 403, 404, 408, 409, 412, 413, 422, 429, 500, 502, 503]
const messages = [
  'Something went wrong.',
  'This project is now in draft',
  'This project has been deleted',
  'The given data was invalid.',
]

/** A random fault that a phone in the field may meet on the way to its server. */
export const chooseFault = (random: Random): WireFault => {
  const path = random.pick(['/form-submissions', '/form-submissions', 'upload-files', '/surveyor'])
  const method = random.pick(['POST', 'POST', 'PUT', 'GET', 'DELETE', null])
  const answer = random.pick<WireFault['answer'] | 'reply'>([
    'break',
    'break',
    'silence',
    'reply',
    'reply',
  ])
  const common = {
    path,
    times: random.pick([1, 1, 2, 3, 5]),
    ...(method === null ? {} : { method }),
  }
  if (answer !== 'reply') {
    const isLate = method === 'POST' && answer === 'silence' && random.chance(0.3)
    return { ...common, answer, reaches: isLate ? 'late' : random.pick(['yes', 'no']) }
  }
  const reply: Reply = {
    status: random.pick([200, ...statuses]),
    body: random.pick(['json', 'json', 'html', 'empty', 'truncated']),
    message: random.pick(messages),
  }
  // A 404 means that the row is gone. For an existing row it would be a lie, so it is replaced.
  if (reply.status === 404 && reply.body === 'json')
    return { ...common, reaches: 'no', answer: 'break' }
  if (reply.status !== 200) return { ...common, reaches: mayReach(reply, random), answer: reply }
  // Only the server itself answers a success in JSON. A portal's success is HTML, empty or truncated.
  const body = random.pick(['html', 'empty', 'truncated'] as const)
  return { ...common, reaches: random.pick(['yes', 'no']), answer: { ...reply, body } }
}

/**
 * Whether the server does its work although the answer is an error. Only possible for answers that say nothing
 * about the work: a gateway's, or a damaged one.
 */
const mayReach = ({ status, body }: Reply, random: Random): 'yes' | 'no' =>
  (status >= 500 || body !== 'json') && random.chance(0.4) ? 'yes' : 'no'
