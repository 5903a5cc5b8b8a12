import { BehaviorSubject, Subject } from 'rxjs'
import type { KeyValue } from '../../src/env.ts'
import type { Tabs } from '../../src/installed-env.ts'

/** Key-value texts, like browser storage; `set` fails when it is full. */
export const createKeyValue = (
  initial: Readonly<Record<string, string>> = {},
): KeyValue & { readonly fill: () => void } => {
  const texts = new Map(Object.entries(initial))
  let isFull = false
  return {
    get: key => texts.get(key) ?? null,
    set: (key, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      texts.set(key, value)
    },
    remove: key => void texts.delete(key),
    keys: () => [...texts.keys()],
    fill: () => {
      isFull = true
    },
  }
}

/** The channels of several tabs of one browser. Each receives messages from the others, but not its own. */
export const createTabs = (count: number): readonly Tabs[] => {
  const channels = Array.from({ length: count }, () => new Subject<unknown>())
  return channels.map(mine => ({
    messages$: mine,
    post: message => {
      for (const channel of channels) if (channel !== mine) channel.next(structuredClone(message))
    },
  }))
}

/** A worker that does nothing by itself and records its messages. */
export const createWorker = () => {
  const waiting$ = new BehaviorSubject(0)
  const takenOver$ = new Subject<void>()
  const log: string[] = []
  return {
    log,
    waiting$,
    takenOver$,
    look: () => void log.push('look'),
    isInControl: () => true,
    postToWaiting: (message: unknown) =>
      void log.push(`tell ${(message as { type: string }).type}`),
    /** Announces a waiting version. */
    wait: () => waiting$.next(waiting$.value + 1),
  }
}

/** Lets settled promises run their continuations. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
