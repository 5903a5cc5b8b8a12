import type { Database } from '../collections/database.ts'
import { forgetRemoved } from '../collections/storage/forget-removed.ts'
import { collectFiles } from '../collections/writes/file-owners.ts'
import { readSetting, writeSetting } from '../collections/writes/write-settings.ts'
import { collectEveryMs } from './limits.ts'

/** Removes what needs no place any more, at most once a day. Call it when there is nothing else to do. */
export const collect = async (db: Database, now: number): Promise<void> => {
  if (Math.abs(now - (await readSetting(db, 'filesCollected'))) < collectEveryMs) return
  await writeSetting(db, 'filesCollected', now)
  await collectFiles(db, now)
  await forgetRemoved(db)
}
