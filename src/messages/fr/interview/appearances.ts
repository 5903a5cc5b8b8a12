import type * as english from '../../interview/appearances.ts'

export const counter: typeof english.counter = {
  less: 'Un de moins',
  more: 'Un de plus',
}
