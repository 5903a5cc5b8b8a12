import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { makeReady } from '../../../replication/outbox/outbox-states.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { workOff } from '../../../replication/run/work-off.ts'
import { tryWith } from '../attempt/one-try.ts'
import { clock, db, save } from '../saved-work.ts'

/** One run over the outbox against answers that a test gives. */

/** No answer came. */
export const silence = err(noAnswer('network'))
/** The server made a row with this id. */
export const taken = (id: string) => ok({ id, row: null })

/** Interviews that are ready to be sent, oldest first. */
export const ready = async (count: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await save({ q: `interview ${at}` }))
  await queueUnsent(db, clock.now())
  await makeReady(db, { all: true })
  return ids
}
/** One run; returns what it sent, in order, what it said and how it ended. */
export const run = async (
  createSubmission: (body: { tempId: string }) => unknown,
  change: (context: Parameters<typeof workOff>[0]) => object = () => ({}),
  account: () => unknown = () => silence,
) => {
  const asked: string[] = []
  const { context } = tryWith({
    createSubmission: async body => {
      asked.push((body as { tempId: string }).tempId)
      return createSubmission(body)
    },
    account: async () => account(),
    changes: async () => ok({ restarted: true }),
  })
  const notified: string[] = []
  const options = {
    notify: ({ submission_id }: OutboxDoc) => notified.push(submission_id),
    nudged: () => new Promise<void>(() => {}),
  }
  const running = workOff({ ...context, ...change(context) }, options)
  return { asked, notified, ended: await running.catch((error: unknown) => error) }
}
/** One request after the other. */
export const oneByOne = ({ pace }: Parameters<typeof workOff>[0]) => ({
  pace: { ...pace, answers: { ...pace.answers, items: 1 } },
})
/** The same, of answers in packets that hold the short interviews, to a server to which repeats are safe. */
export const inPackets = ({ pace }: Parameters<typeof workOff>[0]) => ({
  pace: { ...pace, answers: { items: 1, bytes: 100, most: { items: 1, bytes: 0, ms: 0 } } },
  extensions: () => new Set(['idempotency']),
})
