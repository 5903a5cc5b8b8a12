import { outboxRank, type OutboxDoc, type Recovered } from '../../collections/schemas/outbox.ts'
import { readyItems } from '../../collections/queries.ts'
import { askAccount, attempt } from '../attempt/attempt.ts'
import { carryOut } from './carry-out.ts'
import { decide, isSilent, type Outcome } from '../outbox/decide.ts'
import type { RunSummary, StopReason } from '../outbox/events.ts'
import { bytesOf, createInFlight, isFiles } from './in-flight.ts'
import { backToQueue, makeDueReady } from '../outbox/outbox-states.ts'
import { isNoRoom } from '../../collections/storage/no-room.ts'
import { hasExhausted, returnExhausted } from '../recovery/return-exhausted.ts'
import { announcesKeys, LeaseLost, type AttemptContext } from '../attempt/sending.ts'

/** The result of a run with its items, so that the results of several can be added up. */
export interface Run extends RunSummary {
  /** By the id of each tried item, whether it will be tried again. */
  readonly tried: ReadonlyMap<string, boolean>
  /** A row was missing because the server was restored; a pull must find out what else is lost. */
  readonly isRestored: boolean
}

/** What the caller passes to a run. */
export interface RunOptions {
  /** Called with each item that went to Recovery. */
  readonly notify: (recovered: Recovered) => void
  /** Resolves when the outbox is to be read again before an attempt has ended. */
  readonly nudged: () => Promise<void>
}

/** After this many requests in a row without an answer, the account shows whether there is a network. */
const unansweredTries = 2

/** This many items in a row that throw mean that the device itself fails, such as with a full disk. */
const defectsInARow = 3

/** How many ready items are read at once, at least. */
const readAtOnce = 50

/** How often a run looks for items whose next try is due. */
const lookForDueMs = 1000

/** Why no further attempt begins. */
type End =
  | { readonly kind: 'stopped'; readonly why: StopReason }
  | { readonly kind: 'thrown'; readonly error: unknown }

/**
 * One run over the outbox, by the holder of the lease.
 *
 *   ┌─► while there is room: take the next ready item, begin its attempt
 *   │      └── nothing ready, nothing in flight: done
 *   └── an attempt has ended: decide, carry out ──► offline, login, portal: begin no more,
 *       │                                           wait for the attempts in flight, end
 *       └── it has thrown: leave its item, go on with the others, and throw at the end; after three in a row at once
 *
 * Attempts run at the same time; their verdicts are carried out one after the other. The outbox is read again after
 * each and at a nudge, so an interview submitted meanwhile goes next, also during a long upload. Answers that a packet
 * does not hold go behind those that were not tried yet, and an item without an answer waits for the next run, so that
 * each item has its turn in every run.
 */
export const workOff = async (context: AttemptContext, options: RunOptions): Promise<Run> => {
  const { db, env, pace } = context
  const inFlight = createInFlight({
    pace,
    now: env.clock.now,
    repeatsAreSafe: () => announcesKeys(context),
  })
  const tried = new Map<string, boolean>()
  const recovered: Recovered[] = []
  const sent: OutboxDoc[] = []
  /** The items that threw in this run. */
  const thrown = new Set<string>()
  /** The items that had no answer in this run. */
  const unanswered = new Set<string>()
  /** Answers that are larger than a packet. */
  const large = new Set<string>()
  const run = {
    synced: 0,
    silent: 0,
    mayReturn: false,
    isRestored: false,
    /** How many items in a row threw. */
    defects: 0,
    /** What the first of them threw. */
    defect: null as { readonly error: unknown } | null,
    end: null as End | null,
  }

  const isInteractive = ({ rank }: OutboxDoc): boolean => rank === outboxRank.interactive

  /** 0 for answers, 1 for those that a packet does not hold or that were tried in this run, 2 for files. */
  const turnOf = (item: OutboxDoc): number => {
    if (isFiles(item)) return 2
    const isBehind = large.has(item.id) || tried.has(item.id)
    return isBehind && !isInteractive(item) ? 1 : 0
  }

  /** As many ready items that are not in flight as may be at once, in their order. */
  const itemsToSend = async (): Promise<readonly OutboxDoc[]> => {
    const mostAtOnce = Math.max(pace.answers.most.items, pace.files.most.items)
    const needed = inFlight.count() + thrown.size + unanswered.size + large.size + mostAtOnce
    // In steps, because RxDB keeps the result of an equal query up to date without reading.
    const docs = await readyItems(Math.ceil(needed / readAtOnce) * readAtOnce)
      .build(db.outbox)
      .exec()
    const items = docs
      .map(doc => doc.toMutableJSON())
      .filter(item => !inFlight.has(item) && !thrown.has(item.id))
      // The surveyor may have edited it since, and waits for it.
      .filter(item => !unanswered.has(item.id) || isInteractive(item))
    await noteLarge(items)
    return items.sort((one, other) => turnOf(one) - turnOf(other))
  }

  let lookedForDueAt = Number.NEGATIVE_INFINITY
  const makeReadyWhatIsDue = async (): Promise<void> => {
    const now = env.clock.now()
    if (Math.abs(now - lookedForDueAt) < lookForDueMs) return
    lookedForDueAt = now
    await makeDueReady(db, now, unanswered)
  }

  /** The approximate bytes of items that were looked at; some are looked at many times before they fit. */
  const sizes = new Map<string, number>()
  const sizeOf = async (item: OutboxDoc): Promise<number> => {
    const size = sizes.get(item.id) ?? (await bytesOf(db, item))
    sizes.set(item.id, size)
    return size
  }

  /** Without packets nothing is read for it. */
  const noteLarge = async (items: readonly OutboxDoc[]): Promise<void> => {
    if (pace.answers.bytes === Number.POSITIVE_INFINITY) return
    for (const item of items.filter(each => !isFiles(each))) {
      // What throws is left when its turn comes.
      const bytes = await sizeOf(item).catch(() => 0)
      if (bytes > pace.answers.bytes) large.add(item.id)
    }
  }

  const beginWhatFits = async (): Promise<void> => {
    await makeReadyWhatIsDue()
    for (const item of await itemsToSend()) {
      if (run.end !== null) return
      const bytes = await sizeOf(item).catch((error: unknown) => leave(item, error))
      if (bytes === undefined) continue
      if (!inFlight.mayJoin(item, bytes)) return
      inFlight.add(item, bytes, attempt(context, item))
    }
  }

  /** The outcome, or what keeps all requests from being answered if several in a row were not. */
  const judge = async (outcome: Outcome): Promise<Outcome> => {
    run.silent = isSilent(outcome) ? run.silent + 1 : 0
    if (run.silent < unansweredTries) return outcome
    const judged = await askAccount(context, outcome)
    // The link is too slow for these items, and may carry others.
    if (judged === outcome) run.silent = 0
    return judged
  }

  const conclude = async (item: OutboxDoc, landed: Outcome): Promise<void> => {
    const outcome = await judge(landed)
    const latest = (await db.outbox.findOne(item.id).exec())?.toMutableJSON() ?? item
    // While this tab slept, another one ended the item and queued later work under its id, which has its own requests.
    if (latest.timestamp !== item.timestamp) return
    const before = { ...latest, in_doubt: item.in_doubt }
    const verdict = decide(before, outcome, env.clock.now(), pace.pauseMs)
    const moved = await carryOut(db, latest, verdict, env.clock.now())
    tried.set(item.id, verdict.do === 'retry')
    if (verdict.do === 'settle') {
      run.synced += 1
      sent.push(latest)
      if (run.mayReturn) await returnExhausted(db, verdict.sent, env.clock.now())
    }
    if (moved !== null) {
      recovered.push(moved)
      options.notify(moved)
    }
    if (verdict.do === 'recover') run.mayReturn = true
    if (outcome.kind === 'restored') run.isRestored = true
    run.defects = 0
    if (isSilent(outcome)) unanswered.add(item.id)
    if (verdict.do === 'stop') run.end ??= { kind: 'stopped', why: verdict.why }
    if (run.silent >= unansweredTries && run.end === null) {
      await backToQueue(db)
      run.end = { kind: 'stopped', why: 'offline' }
    }
  }

  /** Leaves an item that threw, because the others must not wait for it. */
  const leave = ({ id }: OutboxDoc, error: unknown): void => {
    thrown.add(id)
    run.defects += 1
    run.defect ??= { error }
    if (error instanceof LeaseLost || isNoRoom(error) || run.defects >= defectsInARow) fail(error)
  }

  const fail = (error: unknown): void => {
    if (run.end?.kind === 'thrown') return
    run.end =
      error instanceof LeaseLost ? { kind: 'stopped', why: 'lost' } : { kind: 'thrown', error }
  }

  run.mayReturn = await hasExhausted(db)
  for (;;) {
    const nudged = options.nudged()
    if (run.end === null) await beginWhatFits().catch(fail)
    if (inFlight.count() === 0) break
    const landed = await inFlight.next(nudged)
    if (landed?.outcome.kind === 'thrown') leave(landed.item, landed.outcome.error)
    else if (landed !== null) await conclude(landed.item, landed.outcome).catch(fail)
  }
  if (run.end?.kind === 'thrown') throw run.end.error
  if (run.end === null && run.defect !== null) throw run.defect.error
  const { synced, isRestored } = run
  const retried = retriedOf(tried)
  return { synced, sent, recovered, retried, stopped: run.end?.why ?? null, tried, isRestored }
}

/** How many of the tried items will be tried again. */
export const retriedOf = (tried: ReadonlyMap<string, boolean>): number =>
  [...tried.values()].filter(Boolean).length
