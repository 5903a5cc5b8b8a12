import { lock as words } from '../../messages/account/lock.ts'
import { durationText } from '../../messages/app/time.ts'
import type { NotOpened } from '../key/keys.ts'

/** Why a PIN did not open, in words. */
export const notOpenedText = ({ kind, waitMs }: NotOpened): string => {
  // Rounded up, so that the text never says 0:00.
  if (waitMs > 0) return words.tooMany(durationText(Math.ceil(waitMs / 1000) * 1000))
  return kind === 'gone' ? words.failed : words.wrong
}
