import type { Observable } from 'rxjs'
import {
  createPath,
  NavigationType,
  parsePath,
  type Location,
  type Navigator,
  type To,
} from './navigation.ts'

/** The address that is shown, and how it was reached: POP at the start, and by the browser's back or forward. */
export interface Visit {
  readonly location: Location
  readonly type: NavigationType
}

/** The page's address and its history. */
export interface Address {
  readonly read: () => {
    readonly pathname: string
    readonly search: string
    /** The part of the address from the # on; '' for none. */
    readonly hash: string
    readonly state: unknown
    /** Identifies the entry of the tab's history. */
    readonly key: string
  }
  /** How many entries of this app come before this one in the tab's history; null for an entry that is not the app's. */
  readonly depth: () => number | null
  readonly replace: (to: string, state: unknown) => void
  readonly push: (to: string, state: unknown) => void
  /** Moves back (below 0) or forward by as many entries. */
  readonly go: (steps: number) => void
  /** Emits after back or forward. */
  readonly moved$: Observable<void>
}

/** What names a screen in an address. */
export type ScreenAddress = Pick<Location, 'pathname' | 'search'>

/** A question before some navigations. */
export interface Hold {
  readonly isHeld: (from: ScreenAddress, to: ScreenAddress) => boolean
  /** Called with each held navigation; calling `goOn` lets it happen after all. */
  readonly onHeld: (goOn: () => void) => void
}

/** The tab's history as the router shows it. */
export interface History {
  readonly current: () => Visit
  /** Returns a function that unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void
  /** What links and screens navigate by. */
  readonly links: Navigator
  /** Asks before navigations, in place of an earlier hold; returns a function that ends it. */
  readonly hold: (hold: Hold) => () => void
}

/**
 * Follows the page's address. The browser says that it moved back or forward only afterwards, so a held move is undone,
 * and repeated when it may go on. A way back while a dialog is open is undone too, and closes the dialog: some browsers
 * do not do this themselves. `topDialog` returns how to close it, or null when none is open.
 */
export const createHistory = (
  address: Address,
  topDialog: () => (() => void) | null = () => null,
): History => {
  const listeners = new Set<() => void>()
  // Marks the first entry, so that the distance to it is known.
  if (address.depth() === null) address.replace(createPath(address.read()), address.read().state)
  let visit: Visit = { location: address.read(), type: NavigationType.Pop }
  let depth = address.depth()
  let held: Hold | null = null
  /** The next move was held before, and may happen now. */
  let isFree = false
  /** Called when a held move is undone. */
  let undone: (() => void) | null = null

  const show = (type: NavigationType): void => {
    isFree = false
    visit = { location: address.read(), type }
    depth = address.depth()
    for (const changed of listeners) changed()
  }

  const isHeld = (to: ScreenAddress): boolean =>
    !isFree && (held?.isHeld(visit.location, to) ?? false)

  const goTo = (to: To, go: (path: string) => void): void => {
    const path = typeof to === 'string' ? to : createPath(to)
    const { pathname = '/', search = '' } = parsePath(path)
    if (isHeld({ pathname, search })) held?.onHeld(() => go(path))
    else go(path)
  }

  address.moved$.subscribe(() => {
    const to = address.read()
    if (undone !== null && to.key === visit.location.key) {
      undone()
      undone = null
      return
    }
    const now = address.depth()
    const steps = now === null || depth === null ? 0 : now - depth
    // A move of unknown distance, such as to a heading of the same page, cannot be undone.
    if (steps === 0) return show(NavigationType.Pop)
    const closeDialog = steps < 0 && !isFree ? topDialog() : null
    if (closeDialog !== null) {
      // Closed only when the address is back, because a dialog may lead to another screen as it closes.
      undone = closeDialog
      return address.go(-steps)
    }
    if (!isHeld(to)) return show(NavigationType.Pop)
    const isUndone = new Promise<void>(resolve => {
      undone = resolve
    })
    address.go(-steps)
    held?.onHeld(() => {
      void isUndone.then(() => {
        isFree = true
        address.go(steps)
      })
    })
  })

  return {
    current: () => visit,
    subscribe: changed => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    links: {
      createHref: to => (typeof to === 'string' ? to : createPath(to)),
      go: address.go,
      push: (to, state: unknown = null) =>
        goTo(to, path => {
          address.push(path, state)
          show(NavigationType.Push)
        }),
      replace: (to, state: unknown = null) =>
        goTo(to, path => {
          address.replace(path, state)
          show(NavigationType.Replace)
        }),
    },
    hold: hold => {
      held = hold
      return () => {
        if (held === hold) held = null
      }
    },
  }
}
