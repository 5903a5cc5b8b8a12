import type { Database } from '../../collections/database.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { readyItems } from '../../collections/queries.ts'
import { attempt } from './attempt/attempt.ts'
import { carryOut } from './carry-out.ts'
import { decide, type Outcome } from './decide.ts'
import type { RunSummary, StopReason } from './events.ts'
import { finishReturns } from '../recovery/finish-returns.ts'
import { bytesOf, createInFlight } from './in-flight.ts'
import { makeDueReady, makeStrandedReady } from './outbox-states.ts'
import { createProgress } from './progress.ts'
import { finishRecoveries } from '../recovery/recover.ts'
import { hasExhausted, returnExhausted } from '../recovery/return-exhausted.ts'
import { LeaseLost, type AttemptContext } from './attempt/sending.ts'

/** What a run came to, item by item, so that several can be told as one. */
export interface Run extends RunSummary {
  /** The items that were tried, and whether each will be tried again. */
  readonly tried: ReadonlyMap<string, boolean>
  /** A row was missing because the server was restored: only a pull finds out what else it lost. */
  readonly isRestored: boolean
}

/** What a run is told by those who started it, and tells them. */
export interface RunOptions {
  /** The first of this realm: within it nothing is left half way, but a crash before it may have. */
  readonly isFirst: boolean
  /** Hears of each item that went to Recovery. */
  readonly notify: (recovered: OutboxDoc) => void
  /** Resolves when the outbox is to be looked at again, though nothing came back yet. */
  readonly nudged: () => Promise<void>
}

/** So many requests in a row without any answer mean that the network is not there. */
const silentTries = 2

/** Why nothing more is begun. */
type End =
  | { readonly kind: 'stopped'; readonly why: StopReason }
  | { readonly kind: 'thrown'; readonly error: unknown }

/**
 * One run over the outbox, by the holder of the lease.
 *
 *   ┌─► while there is room: take the next ready item, begin its attempt
 *   │      └── nothing ready, nothing on its way: done
 *   └── an attempt is over: decide, carry out ──► offline, login, portal, a defect: begin no more,
 *                                                 hear out what is on its way, end
 *
 * Only attempts run side by side: what came of them is carried out one after the other. The outbox is
 * read anew each time and at a nudge: an interview submitted meanwhile goes next, also beside a long upload.
 */
export const workOff = async (context: AttemptContext, options: RunOptions): Promise<Run> => {
  const { db, env, pace } = context
  const progress = createProgress(db)
  const inFlight = createInFlight(pace)
  const tried = new Map<string, boolean>()
  const recovered: OutboxDoc[] = []
  const sent: OutboxDoc[] = []
  const run = { synced: 0, silent: 0, mayReturn: false, isRestored: false, end: null as End | null }

  const noteRecovered = async (): Promise<void> => {
    for (const item of await finishRecoveries(db, env.clock.now())) {
      recovered.push(item)
      options.notify(item)
    }
  }

  const beginWhatFits = async (): Promise<void> => {
    await makeDueReady(db, env.clock.now())
    for (;;) {
      const item = await nextItem(db, inFlight.count(), inFlight.has)
      if (item === null) return
      const bytes = await bytesOf(db, item)
      if (!inFlight.mayJoin(item, bytes)) return
      await progress.sending(item)
      inFlight.add(item, bytes, attempt(context, item))
    }
  }

  const conclude = async (item: OutboxDoc, outcome: Outcome): Promise<void> => {
    const latest = (await db.outbox.findOne(item.id).exec())?.toMutableJSON() ?? item
    const before = { ...latest, in_doubt: item.in_doubt }
    const verdict = decide(before, outcome, env.clock.now(), pace.pauseMs)
    await carryOut(db, latest, verdict, env.clock.now())
    await progress.sent(item)
    tried.set(item.id, verdict.do === 'retry')
    if (verdict.do === 'settle') {
      run.synced += 1
      sent.push(latest)
      if (run.mayReturn) await returnExhausted(db, verdict.sent, env.clock.now())
    }
    if (verdict.do === 'recover') {
      await noteRecovered()
      run.mayReturn = true
    }
    if (outcome.kind === 'restored') run.isRestored = true
    run.silent = isSilent(outcome) ? run.silent + 1 : 0
    if (verdict.do === 'stop') run.end ??= { kind: 'stopped', why: verdict.why }
    if (run.silent >= silentTries) run.end ??= { kind: 'stopped', why: 'offline' }
  }

  const fail = (error: unknown): void => {
    if (run.end?.kind === 'thrown') return
    run.end =
      error instanceof LeaseLost ? { kind: 'stopped', why: 'lost' } : { kind: 'thrown', error }
  }

  try {
    await noteRecovered()
    if (options.isFirst) await finishReturns(db, env.clock.now())
    run.mayReturn = await hasExhausted(db)
    await makeStrandedReady(db, env.clock.now())
    for (;;) {
      const nudged = options.nudged()
      if (run.end === null) await beginWhatFits().catch(fail)
      if (inFlight.count() === 0) break
      const landed = await inFlight.next(nudged)
      if (landed?.outcome.kind === 'thrown') fail(landed.outcome.error)
      else if (landed !== null) await conclude(landed.item, landed.outcome).catch(fail)
    }
    if (run.end?.kind === 'thrown') throw run.end.error
    const { synced, isRestored } = run
    const retried = retriedOf(tried)
    return { synced, sent, recovered, retried, stopped: run.end?.why ?? null, tried, isRestored }
  } finally {
    await progress.done()
  }
}

/** The next ready item that is not on its way. */
const nextItem = async (
  db: Database,
  underWay: number,
  isUnderWay: (item: OutboxDoc) => boolean,
): Promise<OutboxDoc | null> => {
  const docs = await readyItems(underWay + 1)
    .build(db.outbox)
    .exec()
  return docs.map(doc => doc.toMutableJSON()).find(item => !isUnderWay(item)) ?? null
}

/** How many of the tried items will be tried again. */
export const retriedOf = (tried: ReadonlyMap<string, boolean>): number =>
  [...tried.values()].filter(Boolean).length

const isSilent = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && outcome.failure.kind === 'temporary' && outcome.failure.status === 0
