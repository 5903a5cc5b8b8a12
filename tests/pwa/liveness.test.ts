import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveness } from '../../src/realm.browser.ts'

/** The lock that marks a tab as alive, with a browser that can take it away. */

interface Held {
  readonly name: string
  readonly take: (error: DOMException) => void
}

let held: Held[] = []
let refuses: DOMException | null = null

const locks = {
  request: (
    name: string,
    { mode }: { readonly mode: string },
    work: () => Promise<void>,
  ): Promise<void> =>
    mode === 'exclusive' && held.some(lock => lock.name === name)
      ? new Promise<void>(() => {})
      : refuses === null
        ? new Promise<void>((resolve, reject) => {
            const lock = { name, take: reject }
            const free = () => {
              held = held.filter(each => each !== lock)
            }
            held.push(lock)
            void work().then(() => {
              free()
              resolve()
            })
            lock.take = error => {
              free()
              reject(error)
            }
          })
        : Promise.reject(refuses),
  query: () => Promise.resolve({ held }),
}

beforeEach(() => {
  held = []
  refuses = null
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const taken = new DOMException('The page is going away.', 'AbortError')

test('a page that Safari kept for its Back button is marked as alive again after it has returned', async () => {
  const liveness = createLiveness()
  const release = await liveness.hold('tab')
  expect(await liveness.isHeld('tab')).toBe(true)
  held[0]?.take(taken)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await liveness.isHeld('tab')).toBe(true)
  release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await liveness.isHeld('tab')).toBe(false)
})

test('a mark that was released while it was taken away stays released', async () => {
  const liveness = createLiveness()
  const release = await liveness.hold('tab')
  held[0]?.take(taken)
  release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await liveness.isHeld('tab')).toBe(false)
})

test('a mark that was released before the browser gave it again stays released', async () => {
  const liveness = createLiveness()
  const release = await liveness.hold('tab')
  const { request } = locks
  vi.spyOn(locks, 'request').mockImplementationOnce(async (...asked) => {
    await new Promise(resolve => setTimeout(resolve, 500))
    await request(...asked)
  })
  held[0]?.take(taken)
  await vi.advanceTimersByTimeAsync(300)
  release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await liveness.isHeld('tab')).toBe(false)
})

test('two tabs have the same mark', async () => {
  const releases = [await createLiveness().hold('tab'), await createLiveness().hold('tab')]
  releases[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(await createLiveness().isHeld('tab')).toBe(true)
})

test('a browser that refuses locks does not hold the app up, and is asked once', async () => {
  refuses = new DOMException('Not here.', 'SecurityError')
  const request = vi.spyOn(locks, 'request')
  await createLiveness().hold('tab')
  await vi.advanceTimersByTimeAsync(1000)
  expect(request).toHaveBeenCalledTimes(1)
})
