import { expect, test } from 'vitest'
import { isQuickPattern } from '../../../server/import/safe-pattern.ts'

test.each([
  '(a+)+b',
  '^(x|xx)*y$',
  '(a|a)*b',
  String.raw`(?:\d|[0-9a-f])+z`,
  String.raw`(\w|_){12,}x`,
  '(ab|a){30}z',
  '((a|b)|(a|c))*d',
  String.raw`(\1|a)*b`,
  String.raw`\d*\d*\d*\d*x`,
  '(a*)(a*)(a*)(a*)b',
  '(?=(a|aa)*b)c',
])('%s is refused, because it can take forever', pattern => {
  expect(isQuickPattern(pattern)).toBe(false)
})

test.each([
  String.raw`[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}`,
  '^[^@]+@[^@]+$',
  String.raw`(\+91)?[6-9]\d{9}`,
  String.raw`([a-z]|\d|[ .])+`,
  '(abc|abd)*',
  '(Mr|Mrs){2}',
  String.raw`[\p{L} '-]+`,
  String.raw`(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*\W).{8,}`,
  String.raw`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}`,
  String.raw`(N|S)\d+\.\d+, ?(E|W)\d+\.\d+`,
  String.raw`\s*\d+\s*-\s*\d+\s*`,
])('%s is accepted, and takes no time for a long text that nearly fits', pattern => {
  expect(isQuickPattern(pattern)).toBe(true)
  const started = performance.now()
  for (const letter of ['a', '1', ' ', 'abc', 'a@', 'a.', '1.', 'A1a'])
    new RegExp(`^(?:${pattern})$`, 'u').test(`${letter.repeat(300)}\n`)
  expect(performance.now() - started).toBeLessThan(1000)
})
