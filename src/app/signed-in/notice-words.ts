import { arrivedText } from '../../messages/device/sync-notices.ts'
import { recoveredText, resent } from '../../messages/device/sync.ts'
import { detached } from '../../messages/submissions/bin.ts'

/** The words of use-sync-notices.ts, which load with the first notice. */
export const noticeWords = {
  arrived: arrivedText,
  recovered: recoveredText,
  resent: (count: number): string => resent.text(count),
  detached: (): string => detached.now,
}
