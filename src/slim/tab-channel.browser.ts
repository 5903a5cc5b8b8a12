/*
 * RxDB's messages to other tabs, over the browser's own channel. The build replaces the package that RxDB uses with
 * this file (vite.config.ts), because the package also contains a leader election and five other transports. The
 * envelope is the package's, so that tabs of different versions understand each other.
 */

interface Envelope {
  /** Epoch microseconds. */
  readonly time: number
  readonly type: 'message'
  readonly data: unknown
}

type Listener = (data: unknown) => void

const nowMicros = () => Date.now() * 1000

/** The part of the package's class that RxDB's storage uses. */
export class BroadcastChannel {
  readonly #channel: globalThis.BroadcastChannel
  /** Each listener with the time it was added, because it must not receive earlier messages. */
  readonly #listeners = new Map<Listener, number>()

  constructor(name: string) {
    this.#channel = new globalThis.BroadcastChannel(name)
    this.#channel.addEventListener('message', ({ data: { time, type, data } }) => {
      if (type !== 'message') return
      for (const [listener, since] of this.#listeners) if (time >= since) listener(data)
    })
  }

  async postMessage(data: unknown): Promise<void> {
    const envelope: Envelope = { time: nowMicros(), type: 'message', data }
    this.#channel.postMessage(envelope)
  }

  addEventListener(_: 'message', listener: Listener): void {
    this.#listeners.set(listener, nowMicros())
  }

  removeEventListener(_: 'message', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    this.#channel.close()
  }
}
