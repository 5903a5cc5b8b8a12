import { expect, test } from 'vitest'
import { BroadcastChannel as TabChannel } from '../../src/slim/tab-channel.browser.ts'

/** The messages between RxDB's storages in several tabs, over the browser's own channel. */

const heardBy = (channel: TabChannel, wanted: number): Promise<readonly unknown[]> =>
  new Promise(resolve => {
    const heard: unknown[] = []
    channel.addEventListener('message', data => {
      heard.push(data)
      if (heard.length === wanted) resolve(heard)
    })
  })

test('another tab receives the messages in order, and the sender does not', async () => {
  const [here, there] = [new TabChannel('order'), new TabChannel('order')]
  const own: unknown[] = []
  here.addEventListener('message', data => own.push(data))
  const heard = heardBy(there, 3)
  for (const n of [1, 2, 3]) await here.postMessage({ n })
  expect(await heard).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(own).toEqual([])
  await Promise.all([here.close(), there.close()])
})

test('a closed listener receives nothing more', async () => {
  const [here, there] = [new TabChannel('stopped'), new TabChannel('stopped')]
  const gone: unknown[] = []
  const listener = (data: unknown) => gone.push(data)
  there.addEventListener('message', listener)
  there.removeEventListener('message', listener)
  const heard = heardBy(there, 1)
  await here.postMessage('word')
  expect(await heard).toEqual(['word'])
  expect(gone).toEqual([])
  await Promise.all([here.close(), there.close()])
})

test('a tab of an earlier version can send and receive', async () => {
  const here = new TabChannel('earlier')
  // The envelope of the broadcast-channel package, which earlier versions use.
  const earlier = new BroadcastChannel('earlier')
  const heard = heardBy(here, 1)
  const told = new Promise(resolve => {
    earlier.addEventListener('message', ({ data }) => resolve(data))
  })
  earlier.postMessage({ time: Date.now() * 1000 + 5, type: 'internal', data: 'who leads' })
  earlier.postMessage({ time: Date.now() * 1000 + 5, type: 'message', data: 'a row' })
  expect(await heard).toEqual(['a row'])
  await here.postMessage('another')
  expect(await told).toMatchObject({ type: 'message', data: 'another', time: expect.any(Number) })
  earlier.close()
  await here.close()
})
