import type * as english from '../../interview/appearances.ts'

export const counter: typeof english.counter = {
  less: 'أقل بواحد',
  more: 'أكثر بواحد',
}
