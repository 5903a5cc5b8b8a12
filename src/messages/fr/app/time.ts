import type * as english from '../../app/time.ts'

const relative = new Intl.RelativeTimeFormat('fr', { style: 'short' })

export const ago: typeof english.ago = {
  now: 'À l’instant',
  minutes: count => relative.format(-count, 'minute'),
  hours: count => relative.format(-count, 'hour'),
  days: count => relative.format(-count, 'day'),
}
