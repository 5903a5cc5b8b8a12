// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Subscription } from 'rxjs'
import { onlineChanges } from '../../src/events.browser.ts'

/** What the app learns of the network, from a browser that may have slept. */

let heard: boolean[] = []
let following: Subscription
const has = vi.spyOn(navigator, 'onLine', 'get')
beforeEach(() => {
  heard = []
  has.mockReturnValue(false)
  following = onlineChanges().subscribe(isOnline => heard.push(isOnline))
})
afterEach(() => following.unsubscribe())

test('each event of the browser is passed on', () => {
  for (const name of ['online', 'offline', 'online']) window.dispatchEvent(new Event(name))
  expect(heard).toEqual([true, false, true])
})

test('a network that returned while the page slept is noticed once, when the page is seen again', () => {
  document.dispatchEvent(new Event('visibilitychange'))
  has.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual([true])
})

test('what an event said is what the next sight is compared with', () => {
  const see = () => document.dispatchEvent(new Event('visibilitychange'))
  has.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  see()
  window.dispatchEvent(new Event('offline'))
  see()
  expect(heard).toEqual([true, false, true])
})

test('nothing is passed on after the end', () => {
  following.unsubscribe()
  has.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  expect(heard).toEqual([])
})
