import { expect, test } from 'vitest'
import * as french from '../../src/messages/fr/french.ts'
import { textsIn } from './texts.ts'

test('French never breaks a line before a colon, a semicolon, a mark or within quotation marks', () => {
  expect(textsIn(french).filter(([, text]) => / [;:!?»]|« /.test(text))).toEqual([])
})
