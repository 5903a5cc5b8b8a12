import { BehaviorSubject, type Observable } from 'rxjs'
import { geocode, noAddress, type Address, type GeocodeParts } from './geocode.ts'
import { locate, refine, type Fix, type LocateParts } from './locate.ts'

/** What is known about the place of an interview. */
export type PlaceState =
  | { readonly kind: 'searching' }
  | { readonly kind: 'unknown' }
  /** The surveyor or the browser refused. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'found'; readonly fix: Fix; readonly address: Address }

/**
 * Finds the place of an interview while its form is open; nothing ever waits for it.
 *
 *   searching ──► found ──better fix, address──► found
 *       │  ▲
 *       ▼  └──again
 *    unknown, denied
 */
export interface PlaceFinder {
  readonly place$: Observable<PlaceState>
  readonly place: () => PlaceState
  /** Starts the search. A fix known from the draft stays, because it is where the interview was begun. */
  readonly start: (known: Fix | null) => void
  readonly stop: () => void
}

/** Makes a finder; it searches only after `start`. */
export const createPlaceFinder = (parts: {
  readonly db: LocateParts['db']
  readonly env: LocateParts['env'] & GeocodeParts['env']
}): PlaceFinder => {
  const place$ = new BehaviorSubject<PlaceState>({ kind: 'searching' })
  // Counts the searches, because a new one makes the results of the previous one stale.
  let search = 0

  const show = (fix: Fix): void => {
    const { value } = place$
    const address = value.kind === 'found' && value.fix === fix ? value.address : noAddress
    place$.next({ kind: 'found', fix, address })
  }

  const look = async (known: Fix | null, isWanted: () => boolean): Promise<void> => {
    place$.next(
      known === null ? { kind: 'searching' } : { kind: 'found', fix: known, address: noAddress },
    )
    const first = known ?? (await locate(parts))
    if (!isWanted()) return
    if (typeof first === 'string') {
      place$.next({ kind: first === 'denied' ? 'denied' : 'unknown' })
      return
    }
    show(first)
    const best = known ?? (await refine(parts, first, isWanted))
    if (!isWanted()) return
    show(best)
    const address = await geocode(parts, best)
    if (isWanted()) place$.next({ kind: 'found', fix: best, address })
  }

  return {
    place$,
    place: () => place$.value,
    start: known => {
      search += 1
      const mine = search
      void look(known, () => mine === search)
    },
    stop: () => {
      search += 1
    },
  }
}
