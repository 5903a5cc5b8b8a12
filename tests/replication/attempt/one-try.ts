import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { AttemptContext } from '../../../replication/attempt/sending.ts'
import { paceOf } from '../../../replication/outbox/packets.ts'
import { clock, db } from '../saved-work.ts'

/** One try of an outbox item against answers that a test gives. */

type Answers = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>

/** A context for a try, and its calls with the time for which the lease was claimed since the call before; null without a claim. */
export const tryWith = (answers: Answers, extensions: readonly string[] | null = []) => {
  const calls: (readonly [string, number | null])[] = []
  let claimed: number | null = null
  const api = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (...given: never[]) => {
        calls.push([name, claimed])
        claimed = null
        return answer(...given)
      },
    ]),
  )
  const context = {
    db,
    api,
    env: { clock },
    pace: paceOf(null),
    extensions: () => (extensions === null ? null : new Set(extensions)),
    lease: {
      token: 1,
      extend: async (ms: number) => {
        claimed = ms
        return true
      },
      isHeld: () => true,
    },
  } as unknown as AttemptContext
  return { context, calls }
}

/** Puts an item into the outbox. */
export const queue = async (item: OutboxDoc): Promise<OutboxDoc> => {
  await db.outbox.insert(item)
  return item
}
