import { translatable } from '../catalogue.ts'

/** Words of a number with buttons. */
export const counter = translatable('appearances.counter', {
  less: 'One less',
  more: 'One more',
})
