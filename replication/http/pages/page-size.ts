import type { Api } from '../api.ts'
import { isUnanswered } from '../failure-note.ts'
import type { Failure } from '../failure.ts'
import { leastPage, smallerPage, syncTimeoutMs } from '../../limits.ts'
import type { Result } from '../result.ts'

/** How many rows a page may have, as earlier requests of an API have shown. */
const sizes = new WeakMap<object, number>()

/**
 * Asks for a page of at most so many rows. One that does not come in time is asked for again in a smaller page, which a weak
 * link carries. After a broken connection the next pull does so, because there may be no network now. Pages grow again once
 * they come fast.
 */
export const askForPage = async <Value>(
  api: Pick<Api, 'submissions'> | Pick<Api, 'changes'>,
  now: () => number,
  most: number,
  ask: (limit: number) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> => {
  for (;;) {
    const limit = Math.min(most, sizes.get(api) ?? most)
    const startMs = now()
    const page = await ask(limit)
    if (page.ok) {
      const isFast = now() - startMs < syncTimeoutMs / smallerPage
      if (isFast && limit < most) sizes.set(api, limit * smallerPage)
      return page
    }
    const { failure } = page
    if (!isUnanswered(failure) || limit <= leastPage) return page
    // Whole parts of a larger page, so that the rows before it fill pages of any size.
    sizes.set(api, Math.max(leastPage, Math.floor(limit / smallerPage)))
    if (failure.kind !== 'temporary' || failure.why !== 'timeout') return page
  }
}
