import type * as english from '../../app/time.ts'
import { locale } from '../../locale.ts'

/** By the tag of the locale. Each is made once, because each row of a list needs it. */
const formats = new Map<string | undefined, Intl.RelativeTimeFormat>()

const past = (count: number, unit: Intl.RelativeTimeFormatUnit): string => {
  const tag = locale()
  const format = formats.get(tag) ?? new Intl.RelativeTimeFormat(tag)
  formats.set(tag, format)
  return format.format(-count, unit)
}

export const days: typeof english.days = {
  today: 'اليوم',
  yesterday: 'أمس',
  last: 'الماضي',
}

export const ago: typeof english.ago = {
  now: 'الآن',
  nowWithin: 'الآن',
  minutes: count => past(count, 'minute'),
  hours: count => past(count, 'hour'),
  days: count => past(count, 'day'),
}
