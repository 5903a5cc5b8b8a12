import { createDisk, openDevice, type Device, type Disk } from '../../device.ts'
import { createFakeClock, until, type FakeClock } from '../../env.ts'
import type { TestServer } from '../../server/make-server.ts'
import { overSlowLink, type LinkSpeed } from '../../slow-link.ts'

/** A phone whose link to a real server is slow and breaks. Its day passes as fast as the machine computes it. */
export interface WeakPhone {
  readonly clock: FakeClock
  readonly device: () => Device
  /** What was sent after the link became weak: method, path and the bytes of the body. */
  readonly sent: readonly { readonly call: string; readonly bytes: number }[]
  readonly weaken: (speed: LinkSpeed) => void
  /** Waits until nothing is to be sent, or `isEnough`; returns how many minutes passed. */
  readonly sendAll: (isEnough?: () => boolean) => Promise<number>
  /** Ends the app as a crash does, and starts it again on the same disk. */
  readonly restart: () => Promise<void>
}

export const openWeakPhone = async (
  server: Pick<TestServer, 'fetch' | 'origin'>,
  token: string,
): Promise<WeakPhone> => {
  const clock = createFakeClock()
  const disk: Disk = createDisk()
  const sent: { call: string; bytes: number }[] = []
  let fetch: TestServer['fetch'] = server.fetch
  let isRunning = false
  const open = async (): Promise<Device> => {
    const opened = await openDevice(
      {
        fetch: (input, init) => fetch(input, init),
        origin: server.origin,
        clock,
        connection: { effectiveType: 'slow-2g' },
      },
      disk,
      token,
    )
    opened.sync.events$.subscribe(({ type }) => {
      if (type === 'started') isRunning = true
      if (type === 'finished') isRunning = false
    })
    return opened
  }
  let device = await open()
  return {
    clock,
    device: () => device,
    sent,
    weaken: speed => {
      const carried = overSlowLink(server.fetch, clock, speed)
      fetch = async (input, init) => {
        const request = new Request(input, init)
        const { byteLength } = await request.clone().arrayBuffer()
        sent.push({ call: `${request.method} ${new URL(request.url).pathname}`, bytes: byteLength })
        return carried(request)
      }
    },
    sendAll: async (isEnough = () => false) => {
      const since = clock.now()
      for (;;) {
        const isDone = await until('something ends', async () => {
          if (isEnough() || (await device.db.outbox.findOne().exec()) === null) return 'yes'
          if (isRunning) return clock.now() - since > 0 ? 'not yet' : false
          clock.advance(1000)
          return 'not yet'
        })
        if (isDone === 'yes') return (clock.now() - since) / 60_000
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    },
    restart: async () => {
      await device.crash()
      isRunning = false
      device = await open()
    },
  }
}
