import type * as english from '../../app/time.ts'
import { locale } from '../../locale.ts'

const past = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat(locale()).format(-count, unit)

export const ago: typeof english.ago = {
  now: 'الآن',
  minutes: count => past(count, 'minute'),
  hours: count => past(count, 'hour'),
  days: count => past(count, 'day'),
}
