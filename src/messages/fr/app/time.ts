import type * as english from '../../app/time.ts'

const past = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat('fr', { style: 'short' }).format(-count, unit)

export const ago: typeof english.ago = {
  now: 'À l’instant',
  minutes: count => past(count, 'minute'),
  hours: count => past(count, 'hour'),
  days: count => past(count, 'day'),
}
