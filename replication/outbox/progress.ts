import type { Database } from '../../collections/database.ts'
import { readyItemCount } from '../../collections/queries.ts'
import { outboxRank, type OutboxDoc } from '../../collections/schemas/outbox.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'

/** The progress of a run for every tab: what is being sent, and how many of how many (8.19, 8.45). */
export interface Progress {
  /** Call before an item is sent. */
  readonly sending: (item: OutboxDoc) => Promise<void>
  /** Call after its attempt. */
  readonly sent: (item: OutboxDoc) => Promise<void>
  /** Call at the end of the run. */
  readonly done: () => Promise<void>
}

/** Creates the progress of one run. */
export const createProgress = (db: Database): Progress => {
  const over = { answers: 0, files: 0 }
  let shown = ''
  const kindOf = ({ type }: OutboxDoc) => (type === 'FILE_UPLOAD' ? 'files' : 'answers')
  const remaining = (what: 'answers' | 'files'): Promise<number> => {
    const { interactive, answers, files, last } = outboxRank
    const rank =
      what === 'files' ? { $gte: files, $lte: last } : { $gte: interactive, $lte: answers }
    return readyItemCount(rank).count(db.outbox).exec()
  }
  /** Shows the first that has not arrived, because several may be in flight. */
  const show = async (item: OutboxDoc): Promise<void> => {
    const what = kindOf(item)
    shown = what
    // Items in flight are still ready, so they are counted here.
    const left = await remaining(what)
    const total = Math.max(1, over[what] + left)
    const current = Math.min(total, over[what] + 1)
    const kind = item.type === 'PROFILE' ? 'profile' : what === 'files' ? 'files' : 'submission'
    await writeSetting(db, 'syncProgress', { running: true, current, total, kind })
  }
  return {
    // The count changes only when an item has arrived.
    sending: async item => {
      if (shown !== kindOf(item)) await show(item)
    },
    sent: async item => {
      over[kindOf(item)] += 1
      await show(item)
    },
    done: () =>
      writeSetting(db, 'syncProgress', { running: false, current: 0, total: 0, kind: '' }),
  }
}
