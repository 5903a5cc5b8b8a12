import { expect, test } from 'vitest'
import { isGuessable } from '../../src/lib/is-guessable.ts'

test('passphrases that are tried first are refused', () => {
  for (const each of [
    '123456789012',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    'PasswordPassword',
    'password1234',
    'qwertyuiop12345',
    'transect survey 2',
    'ab12ab12ab12ab12',
    '            ',
  ]) {
    expect([each, isGuessable(each)]).toEqual([each, true])
  }
})

test('others are not, in any script', () => {
  for (const each of [
    'four goats cross the bridge',
    'kR7!vq2#Lm9x',
    'بيت وبقرة وتسعة جسور',
    'नदी के पार चार बकरियाँ',
  ]) {
    expect([each, isGuessable(each)]).toEqual([each, false])
  }
})
