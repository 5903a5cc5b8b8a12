import { EMPTY, of } from 'rxjs'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../replication/sync.ts'
import { createLazySync } from '../../src/workspace/lazy-sync.ts'

/** A sync that begins after the first screen. */

const createPage = () => {
  const stop = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const wake = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const begin = vi.fn<() => Sync>(
    () => ({ events$: EMPTY, active$: of(true), stop, wake }) as unknown as Sync,
  )
  const load = vi.fn<() => Promise<() => Sync>>(() => Promise.resolve(begin))
  const page = { show: () => {} }
  const idle = () =>
    new Promise<void>(resolve => {
      page.show = resolve
    })
  const sync = createLazySync(load, idle)
  const settle = () => new Promise(resolve => setTimeout(resolve, 20))
  return { sync, load, begin, stop, wake, show: () => page.show(), settle }
}

test('begins when the page is idle, and a call waits for that', async () => {
  const { sync, load, wake, show, settle } = createPage()
  const called = sync.wake()
  await settle()
  expect(load).not.toHaveBeenCalled()
  show()
  await called
  expect([load.mock.calls.length, wake.mock.calls.length]).toEqual([1, 1])
})

test('never begins after a stop, which does not wait for the page', async () => {
  const { sync, load, wake, show, settle } = createPage()
  void sync.wake()
  await sync.stop()
  show()
  await settle()
  expect([load.mock.calls.length, wake.mock.calls.length]).toEqual([0, 0])
})

test('never begins after a stop while its code loads', async () => {
  const { sync, load, begin, show, settle } = createPage()
  const code = { arrive: () => {} }
  load.mockImplementation(
    () =>
      new Promise(resolve => {
        code.arrive = () => resolve(begin)
      }),
  )
  show()
  await settle()
  const stopped = sync.stop()
  code.arrive()
  await stopped
  await settle()
  expect([load.mock.calls.length, begin.mock.calls.length]).toEqual([1, 0])
})

test('a stop while its code loads waits for what a crash left, because the database closes then', async () => {
  const { sync, load, begin, show, settle } = createPage()
  const order: string[] = []
  load.mockImplementation(async () => {
    await settle()
    order.push('finished')
    return begin
  })
  show()
  await Promise.resolve()
  await sync.stop()
  order.push('stopped')
  await settle()
  expect(order).toEqual(['finished', 'stopped'])
})

test('that has begun is stopped', async () => {
  const { sync, stop, show, settle } = createPage()
  show()
  await settle()
  await sync.stop()
  expect(stop).toHaveBeenCalledOnce()
})

test('whose code could not be loaded is loaded by the next call', async () => {
  const { sync, load, show, settle } = createPage()
  load.mockRejectedValueOnce(new Error('There is no network.'))
  show()
  await settle()
  await sync.wake()
  expect(load).toHaveBeenCalledTimes(2)
})
