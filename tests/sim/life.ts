import type { RxStorage, RxStorageInstance } from 'rxdb'

/**
 * A tab's life: every write and every request of it passes here, so that it can be struck before or
 * after any of them.
 *
 *   alive ──crash──► dead: whatever it still tries fails
 *     └───freeze──► frozen ──thaw──► alive: whatever it tried goes on
 */
export interface Life {
  readonly arm: (strike: Strike | null) => void
  readonly state: () => 'alive' | 'frozen' | 'dead'
  readonly kill: () => void
  readonly thaw: () => void
  readonly around: <Value>(kind: 'write' | 'request', work: () => Promise<Value>) => Promise<Value>
  /** How many writes and requests there were so far. */
  readonly count: (kind: 'write' | 'request') => number
  /** What happened to it, for the log. */
  readonly struck: () => string | null
}

/** Something that befalls a tab; `skip` writes or requests pass unharmed before. */
export interface Strike {
  readonly what: 'crash' | 'freeze' | 'quota'
  readonly at: 'write' | 'request'
  readonly when: 'before' | 'after'
  readonly skip: number
}

/** Thrown by everything that a dead tab still tries; nobody is there to see it. */
class Dead extends Error {
  override readonly name = 'Dead'
}

export const createLife = (): Life => {
  let strike: Strike | null = null
  let left = 0
  let state: 'alive' | 'frozen' | 'dead' = 'alive'
  let struck: string | null = null
  let wake: () => void = () => {}
  let gate: Promise<void> = Promise.resolve()
  let end: (error: Dead) => void = () => {}
  const death = new Promise<never>((_, reject) => {
    end = reject
  })
  death.catch(() => {})
  const counts = { write: 0, request: 0 }

  const pass = async (): Promise<void> => {
    await gate
    if (state === 'dead') throw new Dead('The tab is gone.')
  }
  const fall = async (due: Strike): Promise<void> => {
    strike = null
    struck = `${due.what} ${due.when} ${due.at} ${counts[due.at]}`
    if (due.what === 'quota') {
      throw new DOMException('The storage is full.', 'QuotaExceededError')
    }
    if (due.what === 'crash') release('dead')
    else {
      state = 'frozen'
      gate = new Promise(resolve => {
        wake = resolve
      })
    }
    await pass()
  }
  const release = (next: 'alive' | 'dead') => {
    state = next
    if (next === 'dead') end(new Dead('The tab is gone.'))
    wake()
    wake = () => {}
  }
  return {
    arm: next => {
      strike = next
      left = next?.skip ?? 0
    },
    state: () => state,
    kill: () => release('dead'),
    thaw: () => {
      if (state === 'frozen') release('alive')
    },
    around: async (kind, work) => {
      await pass()
      counts[kind] += 1
      const hit = strike?.at === kind && (left -= 1) < 0 ? strike : null
      if (hit?.when === 'before') await fall(hit)
      const value = await Promise.race([work(), death])
      // Unless it was called off while the work was under way.
      if (hit?.when === 'after' && hit === strike) await fall(hit)
      else if (state !== 'alive') await pass()
      return value
    },
    count: kind => counts[kind],
    struck: () => struck,
  }
}

/** Counts what is under way, so that it can be waited until nothing is. */
export interface Activity {
  readonly during: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Resolves once nothing was under way for a moment. */
  readonly quiet: () => Promise<void>
}

export const createActivity = (): Activity => {
  let underWay = 0
  let seen = 0
  return {
    during: async work => {
      underWay += 1
      seen += 1
      try {
        return await work()
      } finally {
        underWay -= 1
        seen += 1
      }
    },
    quiet: async () => {
      let last = -1
      for (let calm = 0; calm < 3; calm += 1) {
        await new Promise(resolve => setTimeout(resolve, 1))
        if (underWay > 0 || seen !== last) calm = -1
        last = seen
      }
    },
  }
}

/** A storage whose every write passes the tab's life, and whose every call is counted. */
export const withLife = (
  storage: RxStorage<unknown, unknown>,
  life: Life,
  activity: Activity,
): RxStorage<unknown, unknown> => ({
  ...storage,
  createStorageInstance: async params => {
    const instance = (await storage.createStorageInstance(params)) as RxStorageInstance<
      unknown,
      unknown,
      unknown
    >
    const { bulkWrite, query, findDocumentsById, count } = instance
    return Object.assign(instance, {
      bulkWrite: (...rows: Parameters<typeof bulkWrite>) =>
        life.around('write', () => activity.during(() => bulkWrite.apply(instance, rows))),
      query: (...asked: Parameters<typeof query>) =>
        activity.during(() => query.apply(instance, asked)),
      count: (...asked: Parameters<typeof count>) =>
        activity.during(() => count.apply(instance, asked)),
      findDocumentsById: (...asked: Parameters<typeof findDocumentsById>) =>
        activity.during(() => findDocumentsById.apply(instance, asked)),
    }) as never
  },
})
