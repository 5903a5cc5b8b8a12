import type { Database } from '../../collections/database.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'

/** What every tab shows of a run: which of the submissions, files or the profile is being sent (8.19, 8.45). */
export interface Progress {
  /** Tells that this item is being sent now. */
  readonly sending: (item: OutboxDoc) => Promise<void>
  /** Tells that it is not any more. */
  readonly sent: (item: OutboxDoc) => Promise<void>
  /** Tells that the run is over. */
  readonly done: () => Promise<void>
}

/** Makes the progress of one run. */
export const createProgress = (db: Database): Progress => {
  const over = { answers: 0, files: 0 }
  let told = ''
  const kindOf = ({ type }: OutboxDoc) => (type === 'FILE_UPLOAD' ? 'files' : 'answers')
  const remaining = async (ranks: readonly number[]): Promise<number> => {
    const counts = await Promise.all(
      ranks.map(rank => db.outbox.count({ selector: { state: 'ready', rank } }).exec()),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  /** Several may be on their way: told is the first that has not arrived. */
  const tell = async (item: OutboxDoc): Promise<void> => {
    const what = kindOf(item)
    told = what
    // What is on its way is still ready.
    const left = await remaining(what === 'files' ? [2] : [0, 1])
    const total = Math.max(1, over[what] + left)
    const current = Math.min(total, over[what] + 1)
    const kind = item.type === 'PROFILE' ? 'profile' : what === 'files' ? 'files' : 'submission'
    await writeSetting(db, 'syncProgress', { running: true, current, total, kind })
  }
  return {
    // How far it is changes when one has arrived.
    sending: async item => {
      if (told !== kindOf(item)) await tell(item)
    },
    sent: async item => {
      over[kindOf(item)] += 1
      await tell(item)
    },
    done: () =>
      writeSetting(db, 'syncProgress', { running: false, current: 0, total: 0, kind: '' }),
  }
}
