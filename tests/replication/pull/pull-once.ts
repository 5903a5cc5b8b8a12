import * as v from 'valibot'
import type { PullContext } from '../../../replication/pull/pull-context.ts'
import { createRowsDown, pullSubmissions } from '../../../replication/pull/pull-submissions.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { clock, db } from '../saved-work.ts'

/** One pull of submissions against answers that a test gives. */

export const row = (id: string, more: object = {}) =>
  v.parse(SubmissionRow, {
    id,
    form_id: '3',
    created_at: '2026-11-20T10:00:00.000Z',
    answers: [],
    ...more,
  })
export const cut = err(noAnswer('network'))
export const page = (next: string, more: object = {}) =>
  ok({ rows: [], deletedIds: [], next, hasMore: false, restarted: false, ...more })

type Answers = Readonly<Record<string, (...given: never[]) => unknown>>

/** Begins a pull; `heldFor` is after how many extensions the lease is lost. */
export const begin = async (
  answers: Answers,
  {
    extensions = [],
    heldFor = 99,
    limit,
  }: { extensions?: string[]; heldFor?: number; limit?: number } = {},
) => {
  const calls: unknown[][] = []
  let left = heldFor
  let resent = 0
  const call =
    (name: string) =>
    async (...given: never[]) => {
      calls.push([name, ...given])
      const answer = answers[name]
      if (answer === undefined) throw new Error(`Nobody asked for ${name}.`)
      return answer(...given)
    }
  const context = {
    db,
    env: { clock },
    api: { submissions: call('page'), submission: call('row'), changes: call('changes') },
    extensions: () => new Set(extensions),
    lease: {
      isHeld: () => left > 0,
      extend: async (ms: number) => {
        left -= 1
        calls.push(['extend', ms])
        return left >= 0
      },
    },
    onResent: (count: number) => {
      resent += count
    },
    rows: createRowsDown(db, clock),
  } as unknown as PullContext
  const pulled = pullSubmissions(context, limit).finally(() => context.rows.stop())
  await Promise.allSettled([pulled])
  return { pulled, calls, resent }
}
export const pull = async (...given: Parameters<typeof begin>) => {
  const { pulled, ...rest } = await begin(...given)
  return { ...rest, result: await pulled }
}
