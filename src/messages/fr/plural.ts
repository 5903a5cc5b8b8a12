import { numberText, pluralOf } from '../locale.ts'

const french = pluralOf<'one' | 'other'>('fr')

/** A number and what it counts, in French: '1 fichier', '2 fichiers'; 0 is singular there. */
export const counted = (count: number, one: string, other: string): string =>
  `${numberText(count)} ${french(count, { one, other })}`
