import type { RxStorage, RxStorageInstance } from 'rxdb'

/**
 * A tab's life. Every write and request of the tab passes through it, so that a strike can hit before or after any
 * of them.
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
  /** The number of writes or requests so far. */
  readonly count: (kind: 'write' | 'request') => number
  /** What happened to the tab, for the log. */
  readonly struck: () => string | null
}

/** An event that ends or freezes a tab. The first `skip` writes or requests are not affected. */
export interface Strike {
  readonly what: 'crash' | 'freeze' | 'quota'
  readonly at: 'write' | 'request'
  readonly when: 'before' | 'after'
  readonly skip: number
}

/** Error of every call that a dead tab still makes. No caller handles it. */
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
      // Unless the strike was removed while the work was in progress.
      if (hit?.when === 'after' && hit === strike) await fall(hit)
      else if (state !== 'alive') await pass()
      return value
    },
    count: kind => counts[kind],
    struck: () => struck,
  }
}

/** Counts the work in progress, so that a caller can wait until there is none. */
export interface Activity {
  /** `by`: whose work it is. In a frozen tab a write may wait for the others of its transaction until the tab wakes. */
  readonly during: <Value>(work: () => Promise<Value>, by?: Pick<Life, 'state'>) => Promise<Value>
  /** Resolves when nothing was in progress for a moment. */
  readonly quiet: () => Promise<void>
}

export const createActivity = (): Activity => {
  const underWay = new Set<{ readonly by: Pick<Life, 'state'> | undefined }>()
  const isBusy = () => [...underWay].some(({ by }) => by?.state() !== 'frozen')
  let seen = 0
  return {
    during: async (work, by) => {
      const entry = { by }
      underWay.add(entry)
      seen += 1
      try {
        return await work()
      } finally {
        underWay.delete(entry)
        seen += 1
      }
    },
    quiet: async () => {
      let last = -1
      for (let calm = 0; calm < 3; calm += 1) {
        await new Promise(resolve => setTimeout(resolve, 1))
        if (isBusy() || seen !== last) calm = -1
        last = seen
      }
    },
  }
}

/** A storage whose every write passes through the tab's life, and whose every call is counted. */
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
        life.around('write', () => activity.during(() => bulkWrite.apply(instance, rows), life)),
      query: (...asked: Parameters<typeof query>) =>
        activity.during(() => query.apply(instance, asked)),
      count: (...asked: Parameters<typeof count>) =>
        activity.during(() => count.apply(instance, asked)),
      findDocumentsById: (...asked: Parameters<typeof findDocumentsById>) =>
        activity.during(() => findDocumentsById.apply(instance, asked)),
    }) as never
  },
})
