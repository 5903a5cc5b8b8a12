import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/outbox.ts'
import { writeSetting } from '../collections/write-settings.ts'

/** What every tab shows of a run: which of the submissions, files or the profile is being sent (8.19, 8.45). */
export interface Progress {
  /** Tells that this item is being sent now. */
  readonly sending: (item: OutboxDoc) => Promise<void>
  /** Tells that the run is over. */
  readonly done: () => Promise<void>
}

/** Makes the progress of one run. */
export const createProgress = (db: Database): Progress => {
  const sent = { submissions: 0, files: 0 }
  const remaining = async (ranks: readonly number[]): Promise<number> => {
    const counts = await Promise.all(
      ranks.map(rank => db.outbox.count({ selector: { state: 'ready', rank } }).exec()),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    sending: async item => {
      const isFiles = item.type === 'FILE_UPLOAD'
      const left = await remaining(isFiles ? [2] : [0, 1])
      const current = isFiles ? (sent.files += 1) : (sent.submissions += 1)
      const total = Math.max(current, current - 1 + left)
      const kind = item.type === 'PROFILE' ? 'profile' : isFiles ? 'files' : 'submission'
      await writeSetting(db, 'syncProgress', { running: true, current, total, kind })
    },
    done: () =>
      writeSetting(db, 'syncProgress', { running: false, current: 0, total: 0, kind: '' }),
  }
}
