import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/outbox.ts'
import { readyItems } from '../collections/queries.ts'
import { readSetting } from '../collections/write-settings.ts'
import type { Api } from './api.ts'
import { attempt } from './attempt.ts'
import { decide, type Outcome, type Verdict } from './decide.ts'
import type { SyncEnv } from './env.ts'
import type { RunSummary, StopReason } from './events.ts'
import type { Lock } from './lock.ts'
import { qualityOf } from './network-quality.ts'
import { paceOf, packetOf } from './packets.ts'
import { createProgress } from './progress.ts'
import { backToQueue, makeDueReady, makeStrandedReady } from './outbox-states.ts'
import { finishReturns } from './finish-returns.ts'
import { beginRecovery, finishRecoveries } from './recover.ts'
import { hasExhausted, returnExhausted } from './return-exhausted.ts'
import { LeaseLost, type AttemptContext } from './sending.ts'
import { endSubmission, settle } from './settle.ts'
import type { Extension } from './wire/calls.ts'

/**
 * Works the outbox off, one item at a time, over all tabs and the worker.
 *
 *   take the next ready item ──► attempt ──► decide ──► carry out ──► look at the outbox again
 *            └── none: done                                  └── stop: offline, login, portal
 *
 * The outbox is read anew after each item: an interview submitted meanwhile goes next.
 */
export interface Runner {
  /** One run; 'busy' in `stopped` when another tab or the worker is running. Never throws expected failures. */
  readonly run: (notify: (recovered: OutboxDoc) => void) => Promise<Run>
}

/** What a run came to, item by item, so that several can be told as one. */
export interface Run extends RunSummary {
  /** The items that were tried, and whether each will be tried again. */
  readonly tried: ReadonlyMap<string, boolean>
}

/** What the runner works with. */
export interface RunnerParts {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock' | 'network'>
  readonly lock: Lock
  readonly extensions: () => ReadonlySet<Extension> | null
}

/** So many requests in a row without any answer mean that the network is not there. */
const silentTries = 2

/** Makes the one who works off the outbox, item by item, under the lock. */
export const createRunner = (parts: RunnerParts): Runner => {
  const { db, env, lock } = parts
  /** What a crash left is looked for once: within this realm nothing is left half way. */
  let hasLooked = false

  const work = async (
    context: AttemptContext,
    notify: (recovered: OutboxDoc) => void,
  ): Promise<Run> => {
    const progress = createProgress(db)
    const tally = { synced: 0, recovered: [] as OutboxDoc[] }
    const tried = new Map<string, boolean>()
    let silent = 0
    const finish = (stopped: StopReason | null): Run => ({
      ...tally,
      stopped,
      tried,
      retried: retriedOf(tried),
    })
    const noteRecovered = async () => {
      for (const item of await finishRecoveries(db, env.clock.now())) {
        tally.recovered.push(item)
        notify(item)
      }
    }
    try {
      await noteRecovered()
      if (!hasLooked) await finishReturns(db)
      hasLooked = true
      let mayReturn = await hasExhausted(db)
      await makeStrandedReady(db, env.clock.now())
      for (;;) {
        await makeDueReady(db, env.clock.now())
        const [doc] = await readyItems().build(db.outbox).exec()
        if (doc === undefined) return finish(null)
        const item = doc.toMutableJSON()
        await progress.sending(item)
        const outcome = await attempt(context, item)
        const latest = (await db.outbox.findOne(item.id).exec())?.toMutableJSON() ?? item
        const verdict = decide(latest, outcome, env.clock.now(), context.pace.pauseMs)
        await carryOut(db, latest, verdict, env.clock.now())
        tried.set(item.id, verdict.do === 'retry')
        if (verdict.do === 'settle') {
          tally.synced += 1
          if (mayReturn) await returnExhausted(db, verdict.sent, env.clock.now())
        }
        if (verdict.do === 'recover') {
          await noteRecovered()
          mayReturn = true
        }
        if (verdict.do === 'stop') return finish(verdict.why)
        silent = isSilent(outcome) ? silent + 1 : 0
        if (silent >= silentTries) return finish('offline')
      }
    } catch (error) {
      if (error instanceof LeaseLost) return finish('lost')
      throw error
    } finally {
      await progress.done()
    }
  }

  return {
    run: async notify => {
      const summary = await lock.run(async lease => {
        const isForced = await readSetting(db, 'slowConnection')
        const pace = paceOf(packetOf(qualityOf(env.network), isForced))
        return work({ ...parts, lease, pace }, notify)
      })
      return summary === 'busy'
        ? { synced: 0, retried: 0, recovered: [], stopped: 'busy', tried: new Map() }
        : summary
    },
  }
}

/** How many of the tried items will be tried again. */
export const retriedOf = (tried: ReadonlyMap<string, boolean>): number =>
  [...tried.values()].filter(Boolean).length

const isSilent = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && outcome.failure.kind === 'temporary' && outcome.failure.status === 0

/** Writes a verdict down; the order of the writes makes a crash after any of them harmless. */
const carryOut = async (
  db: Database,
  item: OutboxDoc,
  verdict: Verdict,
  now: number,
): Promise<void> => {
  switch (verdict.do) {
    case 'settle':
      return settle(db, item, verdict.sent, now)
    case 'recover':
      return beginRecovery(db, item.id, verdict, now)
    case 'drop':
      await endSubmission(db, item.submission_id)
      return settle(db, item, { kind: 'nothing' }, now)
    case 'retry':
      return postpone(db, item.id, verdict, now)
    case 'wait':
      return postpone(db, item.id, { ...verdict, retryCount: item.retryCount, message: '' }, now)
    case 'stop':
      return backToQueue(db)
  }
}

const postpone = async (
  db: Database,
  itemId: string,
  next: { readonly retryCount: number; readonly nextRetryAt: number; readonly message: string },
  now: number,
): Promise<void> => {
  const doc = await db.outbox.findOne(itemId).exec()
  await doc?.incrementalModify(data => ({
    ...data,
    state: 'waiting',
    // Only the first try is the surveyor's own; later ones take their place in the line.
    rank: data.type === 'FILE_UPLOAD' ? 2 : 1,
    retryCount: next.retryCount,
    nextRetryAt: next.nextRetryAt,
    lastError: next.message,
    history:
      next.message === ''
        ? data.history
        : [...data.history, { at: now, what: 'failed' as const, note: next.message }].slice(-20),
  }))
}
