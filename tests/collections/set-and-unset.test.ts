import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  nat,
  oneof,
  property,
  record,
  tuple,
  uniqueArray,
} from 'fast-check'
import { expect, test } from 'vitest'
import { mingoUpdater } from '../../src/slim/set-and-unset.ts'

/** The updater of the deployed build, compared with RxDB's, which replays the logs everywhere else. */

// The package has no door to this module, so it has no types.
const packageFile = '../../node_modules/rxdb/dist/esm/plugins/update/mingo-updater.js'
const { mingoUpdater: packages } = (await import(packageFile)) as {
  readonly mingoUpdater: typeof mingoUpdater
}

const key = constantFrom('a', 'b', 'c', '1', '2')
const value = oneof(
  constantFrom(null, 0, '', 'text', false, true, 7.5),
  array(constantFrom('x', 'y')),
  dictionary(key, constantFrom('x', null)),
)
const doc = record({
  id: constant('one'),
  title: value,
  answers: dictionary(key, value),
})
/** The paths of our logs: a field of the document, or one answer. Neither package nor app sets both at once. */
const paths = uniqueArray(
  oneof(
    constantFrom('title', 'syncStatus'),
    key.map(name => `answers.${name}`),
    key.map(name => `files.${name}`),
  ),
)
const update = tuple(paths, array(value, { minLength: 9 }), nat(9)).map(([all, values, cut]) => ({
  $set: Object.fromEntries(all.slice(cut).map((path, at) => [path, values[at] ?? null])),
  $unset: Object.fromEntries(all.slice(0, cut).map(path => [path, ''])),
}))

test('every update of our logs leaves the document that RxDB’s updater leaves', () => {
  assert(
    property(doc, update, (before, change) => {
      const untouched = structuredClone(before)
      expect(mingoUpdater(before, change)).toEqual(packages(before, change))
      expect(before).toEqual(untouched)
    }),
    { numRuns: 2000 },
  )
})

test('another update is refused as RxDB’s updater refuses an unknown one', () => {
  expect(() => mingoUpdater({ count: 1 }, { $inc: { count: 1 } })).toThrow('Unknown update')
  expect(() => mingoUpdater({}, { $set: { 'answers.__proto__.x': 1 } })).toThrow('__proto__')
})
