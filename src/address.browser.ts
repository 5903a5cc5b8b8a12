import { map } from 'rxjs'
import type { Address } from './lib/navigation/history.ts'
import { eventsOf } from './events.browser.ts'

/** WARNING: stored in the tab's history. */
interface Kept {
  readonly usr?: unknown
  readonly idx?: number
  readonly key?: string
}

const kept = (): Kept => (history.state as Kept | null) ?? {}

const entry = (state: unknown, depth: number): Kept => ({
  usr: state,
  idx: depth,
  // Also for a page that is not secure, which has no random UUIDs.
  key: Math.random().toString(36).slice(2),
})

/** The page's address and history. */
export const browserAddress: Address = {
  read: () => ({
    pathname: location.pathname,
    search: location.search,
    hash: location.hash,
    state: kept().usr ?? null,
    key: kept().key ?? 'first',
  }),
  depth: () => kept().idx ?? null,
  replace: (to, state) => history.replaceState(entry(state, kept().idx ?? 0), '', to),
  push: (to, state) => history.pushState(entry(state, (kept().idx ?? 0) + 1), '', to),
  go: steps => history.go(steps),
  moved$: eventsOf(window, 'popstate').pipe(map(() => undefined)),
}
