import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { Network } from '../env.ts'
import type { Failure } from './failure.ts'
import { slowAnswerMs } from '../limits.ts'
import { qualityOf, type NetworkQuality } from './network-quality.ts'
import type { Result } from './result.ts'
import type { CallName } from '../wire/calls.ts'

/**
 * Whether the server can be reached, and if not, why. The browser only knows whether there is a network;
 * the rest is learnt from what came back of the requests that were made anyway.
 */
export type Reachability =
  /** The browser says that there is no network. */
  | { readonly kind: 'no-network' }
  /** Something that is not our API answers: the network wants its login page to be filled in. */
  | { readonly kind: 'login-page' }
  /** There is a network, and the server does not answer or cannot. */
  | { readonly kind: 'server-down' }
  /** By the browser's estimate (4.28), or because answers take long. */
  | { readonly kind: 'slow'; readonly quality: 'very-slow' | 'slow' }
  | { readonly kind: 'good'; readonly quality: 'medium' | 'fast' }

/** What one request came to. */
export type Sighting =
  /** Our API answered, whatever it said; `tookMs` is null where the time tells nothing. */
  | { readonly kind: 'answered'; readonly tookMs: number | null }
  /** Somebody else answered; the account is the call that tells for certain. */
  | { readonly kind: 'foreign'; readonly isCertain: boolean }
  /** Nobody answered, or the server said that it cannot. */
  | { readonly kind: 'down' }

/**
 * What the answers so far tell.
 *
 *              ┌──────────── our API answers ────────────┐
 *              ▼                                         │
 *   start ► reached ──no answer or 5xx, twice──► server-down
 *              │  ▲ ◄──────── our API answers ─────┐     │ ▲
 *              │  └─ another network ─ any         │     │ │ no answer or 5xx, twice
 *              └──not our API, twice or for certain──► login-page
 *
 * A single failure tells nothing: a call may fail by itself, or the wire for a moment. What the browser says
 * of having no network comes before all this, and a new network begins anew.
 */
export interface Heard {
  readonly state: 'reached' | 'login-page' | 'server-down'
  /** Failures of one kind since the last other answer. */
  readonly foreign: number
  readonly down: number
  /** Answers in a row that took long. */
  readonly slow: number
}

/** Before any answer: what the browser says is believed. */
export const nothingHeard: Heard = { state: 'reached', foreign: 0, down: 0, slow: 0 }

/** So many in a row are not by chance. */
const certain = 2

/** What is known after one more request; pure. */
export const hear = (heard: Heard, sighting: Sighting): Heard => {
  switch (sighting.kind) {
    case 'answered': {
      const { tookMs } = sighting
      const slow = tookMs === null ? heard.slow : tookMs >= slowAnswerMs ? heard.slow + 1 : 0
      return { ...nothingHeard, slow }
    }
    case 'foreign': {
      const foreign = sighting.isCertain ? certain : heard.foreign + 1
      return { ...heard, foreign, down: 0, state: foreign >= certain ? 'login-page' : heard.state }
    }
    case 'down': {
      const down = heard.down + 1
      return { ...heard, down, foreign: 0, state: down >= certain ? 'server-down' : heard.state }
    }
  }
}

/** What all of it comes to now; pure but for asking the network. */
export const reachabilityOf = (
  heard: Heard,
  network: Pick<Network, 'isOnline' | 'connection'>,
): Reachability => {
  const quality = qualityOf(network)
  if (quality === 'offline') return { kind: 'no-network' }
  if (heard.state !== 'reached') return { kind: heard.state }
  return heard.slow >= certain && isGood(quality)
    ? { kind: 'slow', quality: 'slow' }
    : isGood(quality)
      ? { kind: 'good', quality }
      : { kind: 'slow', quality }
}

const isGood = (quality: Exclude<NetworkQuality, 'offline'>): quality is 'medium' | 'fast' =>
  quality === 'medium' || quality === 'fast'

/** Calls whose answers are small: how long they take tells of the network. */
const smallCalls: ReadonlySet<CallName> = new Set([
  'login',
  'account',
  'stats',
  'submission',
  'submissionCreate',
  'submissionUpdate',
  'submissionDelete',
])

/** What came back of a request, beside its result. */
export interface Came {
  /** From its start to its answer; negative where the clock was set back meanwhile. */
  readonly tookMs: number
  /** The answer was a page to be looked at, as a login page is. */
  readonly isPage: boolean
}

/** What a call's result tells of the way to the server; null when it tells nothing. */
export const resultToSighting = (
  call: CallName,
  result: Result<unknown, Failure>,
  { tookMs, isPage }: Came,
): Sighting | null => {
  const tells = smallCalls.has(call) && tookMs >= 0
  const answered: Sighting = { kind: 'answered', tookMs: tells ? tookMs : null }
  if (result.ok) return answered
  const { failure } = result
  switch (failure.kind) {
    case 'offline':
      return null
    case 'unauthorized':
    case 'permanent':
      return answered
    case 'malformed':
      // A body that is too large is refused by what stands before the server, never by a portal.
      if (failure.status === 413) return null
      // Such a page is the server's own, or of what stands before it; and a portal shows one that can be read.
      return isServerError(failure.status) || !isPage
        ? { kind: 'down' }
        : { kind: 'foreign', isCertain: call === 'account' }
    case 'temporary':
      return failure.status === 0 || isServerError(failure.status) ? { kind: 'down' } : answered
  }
}

/** 511 is the one by which a network asks for its login. */
const isServerError = (status: number): boolean => status >= 500 && status !== 511

/** Follows what the requests of this page come to. */
export interface Lookout {
  /** Tells what came of a request. */
  readonly see: (sighting: Sighting) => void
  readonly current: () => Reachability
  /** Emits when it is another; the browser's estimate of the quality is only read when something happens. */
  readonly reachability$: Observable<Reachability>
  /** Whether something failed since the last answer, although there is a network: worth asking again. */
  readonly isDoubted$: Observable<boolean>
}

/** Makes what draws from each answer whether the server can be reached. */
export const createLookout = (network: Network): Lookout => {
  const heard$ = new BehaviorSubject<Heard>(nothingHeard)
  const current = () => reachabilityOf(heard$.value, network)
  const isDoubted = ({ foreign, down }: Heard) => foreign + down > 0 && network.isOnline()
  // Another network knows nothing of the last one's login page.
  network.online$.subscribe(isOnline => heard$.next(isOnline ? nothingHeard : heard$.value))
  return {
    see: sighting => heard$.next(hear(heard$.value, sighting)),
    current,
    reachability$: heard$.pipe(
      map(current),
      distinctUntilChanged((one, other) => isSameReachability(one, other)),
    ),
    isDoubted$: heard$.pipe(map(isDoubted), distinctUntilChanged()),
  }
}

/** Whether two say the same. */
export const isSameReachability = (one: Reachability, other: Reachability): boolean =>
  one.kind === other.kind &&
  ('quality' in one ? one.quality : '') === ('quality' in other ? other.quality : '')
