import { numberText, pluralOf } from './locale.ts'

const english = pluralOf<'one' | 'other'>('en')

/** A number and what it counts, in English: '1 file', '2 files'. */
export const counted = (count: number, one: string, other: string): string =>
  `${numberText(count)} ${english(count, { one, other })}`
