import { fromEvent, map } from 'rxjs'
import type { Address } from './env.ts'

/** WARNING: the router keeps its state in the browser's history under these names, and reads what is stored here. */
interface Kept {
  readonly usr?: unknown
  readonly idx?: number
}

const kept = (): Kept => (history.state as Kept | null) ?? {}

/** The page's address until the router's code is loaded. */
export const browserAddress: Address = {
  read: () => ({
    pathname: location.pathname,
    search: location.search,
    hash: location.hash,
    state: kept().usr ?? null,
  }),
  depth: () => kept().idx ?? 0,
  replace: (to, state) => history.replaceState({ usr: state, idx: kept().idx ?? 0 }, '', to),
  push: to => history.pushState({ usr: null, idx: (kept().idx ?? 0) + 1 }, '', to),
  moved$: fromEvent(window, 'popstate').pipe(map(() => undefined)),
}
