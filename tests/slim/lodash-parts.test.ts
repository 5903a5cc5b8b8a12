import { anything, assert, array, constantFrom, dictionary, oneof, property } from 'fast-check'
import { expect, test } from 'vitest'
import { omitBy, pickBy, property as propertyOf, uniq } from '../../src/slim/lodash.ts'

/** What the chart of the deployed build takes instead of lodash, compared with lodash. */

// It is a package of the chart's, not of ours.
const of = async (name: string) =>
  ((await import(`../../node_modules/lodash/${name}.js`)) as { readonly default: never }).default

const fields = oneof(
  constantFrom(null, undefined),
  dictionary(constantFrom('a', 'b', 'onLoad', '_x'), anything()),
)
const isShort = (value: unknown, key: string) => key.length < 2 && typeof value !== 'object'

test.each([
  ['pickBy', pickBy],
  ['omitBy', omitBy],
] as const)('%s takes the entries that lodash takes', async (name, ours) => {
  const theirs = (await of(name)) as typeof pickBy
  assert(
    property(fields, given => {
      expect(ours(given, isShort)).toEqual(theirs(given, isShort))
    }),
  )
})

test('property reads what lodash reads by a simple name', async () => {
  const theirs = (await of('property')) as typeof propertyOf
  assert(
    property(fields, constantFrom('a', '_x', 'none'), (given, key) => {
      expect(propertyOf(key)(given)).toEqual(theirs(key)(given))
    }),
  )
})

test('uniq is the same as lodash, and as its variant for sorted numbers', async () => {
  const theirs = (await of('uniq')) as typeof uniq
  const sorted = (await of('sortedUniq')) as typeof uniq
  assert(
    property(oneof(constantFrom(null, undefined), array(anything())), given => {
      expect(uniq(given)).toEqual(theirs(given))
    }),
  )
  assert(
    property(array(constantFrom(-3, 0, 1, 2.5)), given => {
      const inOrder = given.sort((a, b) => a - b)
      expect(uniq(inOrder)).toEqual(sorted(inOrder))
    }),
  )
})
