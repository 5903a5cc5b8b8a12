import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import {
  dismissInstall,
  installPrompt$,
  type Installable,
} from '../../src/app/install/install-prompt.ts'
import type { InstallOffer } from '../../src/installed-env.ts'
import { createFakeClock } from '../env.ts'
import { createKeyValue } from './installed-env.ts'

/** When the app offers to be installed (4.30, 9.10, 9.12). */

const offer: InstallOffer = { accept: () => Promise.resolve(true) }

const setUp = (
  given: { standalone?: boolean; byHand?: boolean; localhost?: boolean; narrow?: boolean } = {},
  local = createKeyValue(),
  clock = createFakeClock(),
) => {
  const offer$ = new BehaviorSubject<InstallOffer | null>(offer)
  const narrow$ = new BehaviorSubject(given.narrow ?? true)
  const widths: number[] = []
  const env = {
    clock,
    local,
    install: {
      isStandalone: () => given.standalone ?? false,
      isApple: given.byHand ?? false,
      isLocalhost: given.localhost ?? false,
      offer$,
    },
    isNarrower$: (width: number) => {
      widths.push(width)
      return narrow$
    },
  }
  const shown: { now: Installable | null } = { now: null }
  installPrompt$(env).subscribe(installable => {
    shown.now = installable
  })
  return { clock, local, env, offer$, narrow$, widths, kind: () => shown.now?.kind ?? null }
}

test('the first offer comes after 3 s, on phones', () => {
  const { clock, widths, kind } = setUp()
  clock.advance(2999)
  expect(kind()).toBeNull()
  clock.advance(1)
  expect(kind()).toBe('offer')
  expect(widths).toEqual([768])
})

test('it disappears when the window becomes wide, when it is used and when the app is installed', () => {
  const { clock, narrow$, offer$, kind } = setUp()
  clock.advance(3000)
  narrow$.next(false)
  expect(kind()).toBeNull()
  narrow$.next(true)
  clock.advance(3000)
  expect(kind()).toBe('offer')
  offer$.next(null)
  expect(kind()).toBeNull()
})

test.each([{ standalone: true }, { narrow: false }])('it is never offered with %j', given => {
  const { clock, kind } = setUp(given)
  clock.advance(48 * 3_600_000)
  expect(kind()).toBeNull()
})

test('after a dismissal it comes again after 24 hours, and then after 5 s', () => {
  const first = setUp()
  first.clock.advance(3000)
  dismissInstall(first.env)
  expect(first.local.get('pwaInstallDismissed')).toBe(String(first.clock.now()))
  const next = setUp({}, first.local, first.clock)
  next.clock.advance(24 * 3_600_000 + 4999)
  expect(next.kind()).toBeNull()
  next.clock.advance(1)
  expect(next.kind()).toBe('offer')
  const dayAfter = setUp({}, first.local, first.clock)
  dayAfter.clock.advance(4999)
  expect(dayAfter.kind()).toBeNull()
  dayAfter.clock.advance(1)
  expect(dayAfter.kind()).toBe('offer')
})

test("on the developer's machine it comes after 1 s", () => {
  const { clock, kind } = setUp({ localhost: true })
  clock.advance(999)
  expect(kind()).toBeNull()
  clock.advance(1)
  expect(kind()).toBe('offer')
})

test('a dismissal in the future, from a wrong clock, is ignored', () => {
  const clock = createFakeClock()
  const local = createKeyValue({ pwaInstallDismissed: String(clock.now() + 1_000_000_000) })
  const { kind } = setUp({}, local, clock)
  clock.advance(5000)
  expect(kind()).toBe('offer')
})

test('iPhones and iPads show instructions, without an offer from the browser', () => {
  const { clock, offer$, kind } = setUp({ byHand: true })
  offer$.next(null)
  clock.advance(3000)
  expect(kind()).toBe('by-hand')
})

test('it can be dismissed on a full device', () => {
  const { local, env } = setUp()
  local.fill()
  expect(() => dismissInstall(env)).not.toThrow()
})
