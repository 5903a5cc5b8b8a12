import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { Network } from '../env.ts'
import type { Failure } from './failure.ts'
import { slowAnswerMs } from '../limits.ts'
import { qualityOf, type NetworkQuality } from './network-quality.ts'
import type { Result } from './result.ts'
import type { CallName } from '../wire/calls.ts'

/**
 * Whether the server can be reached, and why not. The browser only knows whether there is a network; the rest
 * follows from the outcomes of requests that are made anyway.
 */
export type Reachability =
  /** The browser reports no network. */
  | { readonly kind: 'no-network' }
  /** A portal answers: the network wants its login page to be filled in. */
  | { readonly kind: 'login-page' }
  /** There is a network, but the server does not answer or answers with an error of its own. */
  | { readonly kind: 'server-down' }
  /** By the browser's estimate (4.28), or because answers take long. */
  | { readonly kind: 'slow'; readonly quality: 'very-slow' | 'slow' }
  | { readonly kind: 'good'; readonly quality: 'medium' | 'fast' }

/** What the outcome of one request shows. */
export type Sighting =
  /** Our API answered, also with a refusal; `tookMs` is null where the time says nothing about the network. */
  | { readonly kind: 'answered'; readonly tookMs: number | null }
  /** The answer was not our API's; it is certain for the account call. */
  | { readonly kind: 'foreign'; readonly isCertain: boolean }
  /** No answer came, or a server error. */
  | { readonly kind: 'down' }

/**
 * What the outcomes so far show.
 *
 *              ┌──────────── our API answers ────────────┐
 *              ▼                                         │
 *   start ► reached ──no answer or 5xx, twice──► server-down
 *              │  ▲ ◄──────── our API answers ─────┐     │ ▲
 *              │  └─ another network ─ any         │     │ │ no answer or 5xx, twice
 *              └──not our API, twice or for certain──► login-page
 *
 * A single failure changes no state, because one call or one moment of the network may fail by chance. The browser's
 * 'no network' overrides all this, and a new network resets it.
 */
export interface Seen {
  readonly state: 'reached' | 'login-page' | 'server-down'
  /** Failures of one kind since the last other answer. */
  readonly foreign: number
  readonly down: number
  /** Slow answers in a row. */
  readonly slow: number
}

/** The start: without any answer the browser is believed. */
export const nothingSeen: Seen = { state: 'reached', foreign: 0, down: 0, slow: 0 }

/** This many in a row are not chance. */
const certain = 2

/** Adds the outcome of one more request; pure. */
export const addSighting = (seen: Seen, sighting: Sighting): Seen => {
  switch (sighting.kind) {
    case 'answered': {
      const { tookMs } = sighting
      const slow = tookMs === null ? seen.slow : tookMs >= slowAnswerMs ? seen.slow + 1 : 0
      return { ...nothingSeen, slow }
    }
    case 'foreign': {
      const foreign = sighting.isCertain ? certain : seen.foreign + 1
      return { ...seen, foreign, down: 0, state: foreign >= certain ? 'login-page' : seen.state }
    }
    case 'down': {
      const down = seen.down + 1
      return { ...seen, down, foreign: 0, state: down >= certain ? 'server-down' : seen.state }
    }
  }
}

/** The reachability by the outcomes so far and by what the browser reports of the network now. */
export const reachabilityOf = (
  seen: Seen,
  network: Pick<Network, 'isOnline' | 'connection'>,
): Reachability => {
  const quality = qualityOf(network)
  if (quality === 'offline') return { kind: 'no-network' }
  if (seen.state !== 'reached') return { kind: seen.state }
  return seen.slow >= certain && isGood(quality)
    ? { kind: 'slow', quality: 'slow' }
    : isGood(quality)
      ? { kind: 'good', quality }
      : { kind: 'slow', quality }
}

const isGood = (quality: Exclude<NetworkQuality, 'offline'>): quality is 'medium' | 'fast' =>
  quality === 'medium' || quality === 'fast'

/** Calls with small answers, whose duration shows the speed of the network. */
const smallCalls: ReadonlySet<CallName> = new Set([
  'login',
  'account',
  'stats',
  'submission',
  'submissionCreate',
  'submissionUpdate',
  'submissionDelete',
])

/** Traits of a request's answer that its result does not have. */
export interface AnswerTraits {
  /** From the request to its answer; negative when the clock was set back meanwhile. */
  readonly tookMs: number
  /** The answer was an HTML page, as a login page is. */
  readonly isPage: boolean
}

/** What a call's result shows about reachability; null when it shows nothing. */
export const resultToSighting = (
  call: CallName,
  result: Result<unknown, Failure>,
  { tookMs, isPage }: AnswerTraits,
): Sighting | null => {
  const isMeasured = smallCalls.has(call) && tookMs >= 0
  const answered: Sighting = { kind: 'answered', tookMs: isMeasured ? tookMs : null }
  if (result.ok) return answered
  const { failure } = result
  switch (failure.kind) {
    case 'offline':
      return null
    case 'unauthorized':
    case 'permanent':
      return answered
    case 'malformed':
      // A reverse proxy refuses a body that is too large; a portal never does.
      if (failure.status === 413) return null
      // A server error comes from the server or its reverse proxy, and a portal answers with an HTML page.
      return isServerError(failure.status) || !isPage
        ? { kind: 'down' }
        : { kind: 'foreign', isCertain: call === 'account' }
    case 'temporary':
      return failure.status === 0 || isServerError(failure.status) ? { kind: 'down' } : answered
  }
}

/** Whether a status is the server's error. 511 is not, because a portal asks for its login with it. */
const isServerError = (status: number): boolean => status >= 500 && status !== 511

/** Follows reachability by the outcomes of this page's requests. */
export interface Lookout {
  /** Adds the outcome of a request. */
  readonly see: (sighting: Sighting) => void
  readonly current: () => Reachability
  /** Emits when it changes. The browser's estimate of the quality is read only after a request or a new network. */
  readonly reachability$: Observable<Reachability>
  /** Whether a request failed since the last answer although there is a network, so that asking again is worthwhile. */
  readonly isDoubted$: Observable<boolean>
}

/** Creates the lookout of a page. */
export const createLookout = (network: Network): Lookout => {
  const seen$ = new BehaviorSubject<Seen>(nothingSeen)
  const current = () => reachabilityOf(seen$.value, network)
  const isDoubted = ({ foreign, down }: Seen) => foreign + down > 0 && network.isOnline()
  // Another network does not have the login page of the last one.
  network.online$.subscribe(isOnline => seen$.next(isOnline ? nothingSeen : seen$.value))
  return {
    see: sighting => seen$.next(addSighting(seen$.value, sighting)),
    current,
    reachability$: seen$.pipe(
      map(current),
      distinctUntilChanged((one, other) => isSameReachability(one, other)),
    ),
    isDoubted$: seen$.pipe(map(isDoubted), distinctUntilChanged()),
  }
}

/** Whether two have the same kind and quality. */
export const isSameReachability = (one: Reachability, other: Reachability): boolean =>
  one.kind === other.kind &&
  ('quality' in one ? one.quality : '') === ('quality' in other ? other.quality : '')
