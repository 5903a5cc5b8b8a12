import { BehaviorSubject, type Observable } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import type { DraftDoc } from '../../../../collections/schemas/drafts.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { keepAnswer, keepDraft } from '../../../../collections/writes/write-interview.ts'
import type { Cancel, Clock } from '../../../../replication/env.ts'

/** An answer is on the device at most this long after the keystroke. */
const keepWithinMs = 250
/** After a write that failed, the next try. */
const tryAgainMs = 2000
/** The draft's own time of last work follows at this pace. */
const touchMs = 5000

type DraftPatch = Parameters<typeof keepDraft>[2]

/** What a writer works with. */
export interface DraftWriterParts {
  readonly db: Database
  readonly clock: Clock
  /** Writes the draft itself; called at the first keystroke, and again only when it failed. */
  readonly begin: () => Promise<DraftDoc>
}

/**
 * Carries keystrokes to the device.
 *
 *   no draft ──first answer or file──► beginning ──► kept ◄──answers──┐
 *                                          │          └───────────────┘
 *                                          └─failed: tried again, the answers wait here
 *
 * One batch is written at a time, so that two writes of one field never overtake each other; while it is
 * under way newer answers wait, and only the last of each field is written.
 */
export interface DraftWriter {
  /** The draft once it is on the device. */
  readonly draft$: Observable<DraftDoc | null>
  readonly draft: () => DraftDoc | null
  /** True while the device refuses to store what was typed. */
  readonly trouble$: Observable<boolean>
  /** Takes over an answer given at the time `at`, epoch ms. */
  readonly keep: (slot: AnswerSlot, answer: Answer, at: number) => void
  /** Keeps place or scroll, when there is a draft; its failure is not worth a word. */
  readonly note: (patch: DraftPatch) => void
  /** The draft, begun now if there is none. */
  readonly begin: () => Promise<DraftDoc>
  /** Whether the newest answer of a slot is not on the device yet, by its id. */
  readonly isWaiting: (slotId: string) => boolean
  readonly hasWaiting: () => boolean
  /** Resolves when every answer given so far is on the device; rejects when it cannot be. */
  readonly flush: () => Promise<void>
  /** Forgets what waits and begins no further write; resolves when none is under way. */
  readonly stop: () => Promise<void>
}

/** Where an answer belongs: a field, or an occurrence of it. */
export interface AnswerSlot {
  readonly id: string
  readonly fieldId: string
  readonly occurrence: number
}

interface Waiting {
  readonly slot: AnswerSlot
  readonly answer: Answer
  readonly at: number
}

/** Makes the writer of one interview; `resumed` is its draft when there is one already. */
export const createDraftWriter = (
  { db, clock, begin }: DraftWriterParts,
  resumed: DraftDoc | null,
): DraftWriter => {
  const draft$ = new BehaviorSubject<DraftDoc | null>(resumed)
  const trouble$ = new BehaviorSubject(false)
  const waiting = new Map<string, Waiting>()
  const underWay = new Map<string, Waiting>()
  let beginning: Promise<DraftDoc> | null = null
  let writing: Promise<void> | null = null
  let cancel: Cancel | null = null
  let touchedAt = 0
  let isStopped = false

  const beginOnce = (): Promise<DraftDoc> => {
    const draft = draft$.value
    if (draft !== null) return Promise.resolve(draft)
    beginning ??= begin().then(
      begun => {
        draft$.next(begun)
        return begun
      },
      (error: unknown) => {
        beginning = null
        throw error
      },
    )
    return beginning
  }

  const touch = (draftId: string, patch: DraftPatch = {}): void => {
    touchedAt = clock.now()
    // Place and scroll are conveniences: an answer that cannot be written speaks for both.
    void keepDraft(db, draftId, patch, touchedAt).catch(() => undefined)
  }

  const writeBatch = async (): Promise<void> => {
    for (const [slotId, entry] of waiting) underWay.set(slotId, entry)
    waiting.clear()
    const written = [...underWay]
    try {
      const { id } = await beginOnce()
      if (isStopped) return
      await Promise.all(
        written.map(([, { slot, answer, at }]) =>
          keepAnswer(db, id, slot.fieldId, answer, at, slot.occurrence),
        ),
      )
      trouble$.next(false)
      if (Math.abs(clock.now() - touchedAt) > touchMs) touch(id)
    } catch (error) {
      for (const [slotId, entry] of written) {
        if (!waiting.has(slotId)) waiting.set(slotId, entry)
      }
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

  // Its failure shows in trouble$, and the next try is scheduled.
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
    draft: () => draft$.value,
    trouble$,
    keep: (slot, answer, at) => {
      if (isStopped) return
      waiting.set(slot.id, { slot, answer, at })
      if (draft$.value === null && writing === null && cancel === null) writeSoon()
      else schedule(keepWithinMs)
    },
    note: patch => {
      const draft = draft$.value
      if (draft !== null && !isStopped) touch(draft.id, patch)
    },
    begin: beginOnce,
    isWaiting: slotId => waiting.has(slotId) || underWay.has(slotId),
    hasWaiting: () => waiting.size > 0 || underWay.size > 0,
    flush: async () => {
      while (!isStopped && (waiting.size > 0 || writing !== null)) await write()
    },
    stop: async () => {
      isStopped = true
      cancel?.()
      cancel = null
      waiting.clear()
      await Promise.allSettled([writing, beginning])
    },
  }
}
