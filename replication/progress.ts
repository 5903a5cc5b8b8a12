import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/outbox.ts'
import { writeSetting } from '../collections/write-settings.ts'

/** What every tab shows of a run: 'Syncing submission {i} of {n}', 'Syncing files {i} of {n}' (8.19), 'Updating profile...' (8.45). */
export interface Progress {
  /** Tells that this item is being sent now. */
  readonly sending: (item: OutboxDoc) => Promise<void>
  /** Tells that the run is over. */
  readonly done: () => Promise<void>
}

/** Makes the progress of one run; its texts are the spec's. */
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
      const text =
        item.type === 'PROFILE'
          ? 'Updating profile...'
          : `Syncing ${isFiles ? 'files' : 'submission'} ${current} of ${total}`
      await writeSetting(db, 'syncProgress', { running: true, current, total, text })
    },
    done: () =>
      writeSetting(db, 'syncProgress', { running: false, current: 0, total: 0, text: '' }),
  }
}
