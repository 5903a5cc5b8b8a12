import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/outbox.ts'
import { writeSetting } from '../collections/write-settings.ts'

/** What every tab shows of a run: which of the submissions, files or the profile is being sent (8.19, 8.45). */
export interface Progress {
  /** Tells that this item is being sent now. */
  readonly sending: (item: OutboxDoc) => Promise<void>
  /** Notes that it is not any more. */
  readonly sent: (item: OutboxDoc) => void
  /** Tells that the run is over. */
  readonly done: () => Promise<void>
}

/** Makes the progress of one run. */
export const createProgress = (db: Database): Progress => {
  const begun = { answers: 0, files: 0 }
  const over = { answers: 0, files: 0 }
  const kindOf = ({ type }: OutboxDoc) => (type === 'FILE_UPLOAD' ? 'files' : 'answers')
  const remaining = async (ranks: readonly number[]): Promise<number> => {
    const counts = await Promise.all(
      ranks.map(rank => db.outbox.count({ selector: { state: 'ready', rank } }).exec()),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    sending: async item => {
      const what = kindOf(item)
      const current = (begun[what] += 1)
      // What is on its way is still ready.
      const left = await remaining(what === 'files' ? [2] : [0, 1])
      const total = Math.max(current, over[what] + left)
      const kind = item.type === 'PROFILE' ? 'profile' : what === 'files' ? 'files' : 'submission'
      await writeSetting(db, 'syncProgress', { running: true, current, total, kind })
    },
    sent: item => {
      over[kindOf(item)] += 1
    },
    done: () =>
      writeSetting(db, 'syncProgress', { running: false, current: 0, total: 0, kind: '' }),
  }
}
