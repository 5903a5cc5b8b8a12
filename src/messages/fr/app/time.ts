import type * as english from '../../app/time.ts'

/** Made once, because each row of a list needs it. */
let relative: Intl.RelativeTimeFormat | null = null

const past = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  (relative ??= new Intl.RelativeTimeFormat('fr', { style: 'short' })).format(-count, unit)

export const days: typeof english.days = {
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  last: 'dernier',
}

export const ago: typeof english.ago = {
  now: 'À l’instant',
  nowWithin: 'à l’instant',
  minutes: count => past(count, 'minute'),
  hours: count => past(count, 'hour'),
  days: count => past(count, 'day'),
}
