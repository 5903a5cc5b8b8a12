import { BehaviorSubject, type Observable } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { keepChange } from '../../../../collections/writes/write-change.ts'
import { keepAnswer, keepDraft } from '../../../../collections/writes/write-interview.ts'
import type { Cancel, Clock } from '../../../../replication/env.ts'

/** An answer is on the device at most this long after the keystroke. */
const keepWithinMs = 250
/** The pause after a failed write. */
const tryAgainMs = 2000
/** How often the draft's time of last work is updated. */
const touchMs = 5000

type DraftPatch = Parameters<typeof keepDraft>[2]

interface DraftWriterParts {
  readonly db: Database
  readonly clock: Clock
  /** Writes the draft itself; called at the first keystroke, and again only after a failure. */
  readonly begin: () => Promise<DraftDoc>
}

/**
 * Writes answers to the device as they are typed.
 *
 *   no draft ──first answer or file──► beginning ──► kept ◄──answers──┐
 *                                          │          └───────────────┘
 *                                          └─failed: tried again, the answers wait here
 *
 * Only one batch is written at a time, so that two writes of one field never overtake each other. Meanwhile newer
 * answers wait, and only the last one of each field is written.
 */
export interface DraftWriter {
  /** The draft, once it is on the device with its first answer. */
  readonly draft$: Observable<DraftDoc | null>
  readonly draft: () => DraftDoc | null
  /** True while the device refuses to store answers. */
  readonly trouble$: Observable<boolean>
  /**
   * Takes over an answer given at the time `at`, epoch ms. One that the change of another slot has set names that slot in
   * `setBy`; both are written, or none.
   */
  readonly keep: (slot: AnswerSlot, answer: Answer, at: number, setBy?: string) => void
  /** Stores the place or the scroll position if there is a draft; ignores failures. */
  readonly note: (patch: DraftPatch) => void
  /** Returns the draft; makes it if there is none. */
  readonly begin: () => Promise<DraftDoc>
  /** Whether the newest answer of a slot, by its id, is not on the device yet. */
  readonly isWaiting: (slotId: string) => boolean
  readonly hasWaiting: () => boolean
  /** Whether an answer to a slot, by its id, was given in this tab. */
  readonly hasKept: (slotId: string) => boolean
  /** Resolves when every answer given so far is on the device; rejects when that fails. */
  readonly flush: () => Promise<void>
  /** Starts no more writes; resolves when none is running. */
  readonly stop: () => Promise<void>
  /** Undoes `stop`, with the answers that were waiting. */
  readonly resume: () => void
}

/** What an answer belongs to: a field, or an occurrence of it. */
export interface AnswerSlot {
  readonly id: string
  readonly fieldId: string
  readonly occurrence: number
}

interface Waiting {
  readonly slot: AnswerSlot
  readonly answer: Answer
  readonly at: number
  /** The slot whose change has set the answer; its own for one that was typed. */
  readonly setBy: string
}

/** Makes the writer of one interview; `resumed` is its draft if there is one already. */
export const createDraftWriter = (
  { db, clock, begin }: DraftWriterParts,
  resumed: DraftDoc | null,
): DraftWriter => {
  const draft$ = new BehaviorSubject<DraftDoc | null>(resumed)
  const trouble$ = new BehaviorSubject(false)
  let begun = resumed
  const waiting = new Map<string, Waiting>()
  const underWay = new Map<string, Waiting>()
  const kept = new Set<string>()
  let beginning: Promise<DraftDoc> | null = null
  let writing: Promise<void> | null = null
  let cancel: Cancel | null = null
  let touchedAt = 0
  let isStopped = false

  const beginOnce = (): Promise<DraftDoc> => {
    if (begun !== null) return Promise.resolve(begun)
    beginning ??= begin().then(
      draft => {
        begun = draft
        return draft
      },
      (error: unknown) => {
        beginning = null
        throw error
      },
    )
    return beginning
  }

  const announce = (draft: DraftDoc): DraftDoc => {
    if (draft$.value === null) draft$.next(draft)
    return draft
  }

  const touch = (draftId: string, patch: DraftPatch = {}): void => {
    touchedAt = clock.now()
    // Place and scroll position are only conveniences; a failure shows with the next answer.
    void keepDraft(db, draftId, patch, touchedAt).catch(() => undefined)
  }

  /** Writes an answer with those that it has set. */
  const writeChange = async (draftId: string, first: Waiting): Promise<void> => {
    const change = [...underWay.values()].filter(({ setBy }) => setBy === first.setBy)
    const { slot, answer, at } = first
    try {
      if (change.length > 1) await keepChange(db, draftId, change)
      else await keepAnswer(db, draftId, slot.fieldId, answer, at, slot.occurrence)
    } catch (error) {
      for (const entry of change) {
        if (!waiting.has(entry.slot.id)) waiting.set(entry.slot.id, entry)
      }
      throw error
    }
  }

  /** One answer of each change. */
  const firstOfChanges = (): Iterable<Waiting> =>
    new Map([...underWay.values()].map(entry => [entry.setBy, entry])).values()

  const writeBatch = async (): Promise<void> => {
    try {
      const draft = await beginOnce()
      const { id } = draft
      if (isStopped) return
      // Only now, so that what was given meanwhile is in the same batch.
      for (const [slotId, entry] of waiting) underWay.set(slotId, entry)
      waiting.clear()
      const outcomes = await Promise.allSettled(
        [...firstOfChanges()].map(entry => writeChange(id, entry)),
      )
      // Only now, because the next batch must not begin while an answer of this one is still being written.
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      announce(draft)
      trouble$.next(false)
      if (Math.abs(clock.now() - touchedAt) > touchMs) touch(id)
    } catch (error) {
      trouble$.next(true)
      throw error
    } finally {
      underWay.clear()
    }
  }

  const write = (): Promise<void> => {
    cancel?.()
    cancel = null
    writing ??= writeBatch().then(
      () => writeAgainAfter(keepWithinMs),
      (error: unknown) => {
        writeAgainAfter(tryAgainMs)
        throw error
      },
    )
    return writing
  }

  const writeAgainAfter = (delayMs: number): void => {
    writing = null
    schedule(delayMs)
  }

  // Ignores the failure here, because trouble$ shows it and the next try is scheduled.
  const writeSoon = (): void => void write().catch(() => undefined)

  const schedule = (delayMs: number): void => {
    if (isStopped || cancel !== null || writing !== null || waiting.size === 0) return
    cancel = clock.after(delayMs, () => {
      cancel = null
      writeSoon()
    })
  }

  return {
    draft$,
    draft: () => begun,
    trouble$,
    keep: (slot, answer, at, setBy = slot.id) => {
      if (isStopped) return
      waiting.set(slot.id, { slot, answer, at, setBy })
      kept.add(slot.id)
      if (draft$.value === null && writing === null && cancel === null) writeSoon()
      else schedule(keepWithinMs)
    },
    note: patch => {
      const draft = draft$.value
      if (draft !== null && !isStopped) touch(draft.id, patch)
    },
    begin: () => beginOnce().then(announce),
    isWaiting: slotId => waiting.has(slotId) || underWay.has(slotId),
    hasWaiting: () => !isStopped && (waiting.size > 0 || underWay.size > 0),
    hasKept: slotId => kept.has(slotId),
    flush: async () => {
      while (!isStopped && (waiting.size > 0 || writing !== null)) await write()
    },
    stop: async () => {
      isStopped = true
      cancel?.()
      cancel = null
      await Promise.allSettled([writing, beginning])
    },
    resume: () => {
      isStopped = false
      schedule(keepWithinMs)
    },
  }
}
