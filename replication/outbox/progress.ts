import type { Database } from '../../collections/database.ts'
import { readyItemCount } from '../../collections/queries.ts'
import { outboxRank, type OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { Clock } from '../env.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'

/** The progress of a run for every tab: what is being sent, and how many of how many (8.19, 8.45). */
export interface Progress {
  /** Call before an item is sent. */
  readonly sending: (item: OutboxDoc) => void
  /** Call after its attempt. */
  readonly sent: (item: OutboxDoc) => void
  /** Call at the end of the run. */
  readonly done: () => Promise<void>
}

/** The pause after each report, because each is a write, and a reader sees no more than a few a second. */
const pauseMs = 250

/** Creates the progress of one run. Sending never waits for it: what arrives meanwhile is shown together. */
export const createProgress = (db: Database, clock: Pick<Clock, 'after'>): Progress => {
  const over = { answers: 0, files: 0 }
  let shown = ''
  const kindOf = ({ type }: OutboxDoc) => (type === 'FILE_UPLOAD' ? 'files' : 'answers')
  const remaining = (what: 'answers' | 'files'): Promise<number> => {
    const { interactive, files, last } = outboxRank
    const rank = what === 'files' ? { $gte: files, $lte: last } : { $gte: interactive, $lt: files }
    return readyItemCount(rank).count(db.outbox).exec()
  }
  /** Shows the first that has not arrived, because several may be in flight. */
  const show = async (item: OutboxDoc): Promise<void> => {
    const what = kindOf(item)
    // Items in flight are still ready, so they are counted here.
    const left = await remaining(what)
    const total = Math.max(1, over[what] + left)
    const current = Math.min(total, over[what] + 1)
    const kind = item.type === 'PROFILE' ? 'profile' : what === 'files' ? 'files' : 'submission'
    await writeSetting(db, 'syncProgress', { running: true, current, total, kind })
  }
  let next: OutboxDoc | null = null
  let showing: Promise<void> | null = null
  let isOver = false
  let endPause = () => {}
  const pause = (): Promise<void> =>
    new Promise(resolve => {
      const cancel = clock.after(pauseMs, resolve)
      endPause = () => {
        cancel()
        resolve()
      }
    })
  const showNext = async (): Promise<void> => {
    try {
      for (let item = next; item !== null; item = next) {
        next = null
        await show(item)
        if (!isOver) await pause()
      }
    } catch {
      // Only a full disk, which the writes of the run itself report.
    } finally {
      showing = null
    }
  }
  const showSoon = (item: OutboxDoc): void => {
    shown = kindOf(item)
    next = item
    showing ??= showNext()
  }
  return {
    // The count changes only when an item has arrived.
    sending: item => {
      if (shown !== kindOf(item)) showSoon(item)
    },
    sent: item => {
      over[kindOf(item)] += 1
      showSoon(item)
    },
    done: async () => {
      next = null
      isOver = true
      endPause()
      await showing
      await writeSetting(db, 'syncProgress', { running: false, current: 0, total: 0, kind: '' })
    },
  }
}
