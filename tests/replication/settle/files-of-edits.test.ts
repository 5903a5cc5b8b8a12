import { expect, test } from 'vitest'
import { differenceOf } from '../../../collections/operation-log.ts'
import { lastListOf, listingFiles, united } from '../../../replication/settle/files-of-edits.ts'
import { manifestFile } from '../../fixtures/manifest-file.ts'

/** The files that edits list, where edits meet that did not know of each other. */

const [one, two] = [manifestFile('one'), manifestFile('two')]
const removed = manifestFile('one', { removed: true })
const answering = differenceOf({ $set: { 'answers.q': 'a' } }, 1)
const listing = (...files: readonly object[]) => differenceOf({ $set: { files } }, 2)

test('the last list counts, and edits of answers have none', () => {
  expect(lastListOf([listing(one), listing(one, two), answering])).toEqual([one, two])
  expect(lastListOf([answering])).toBeNull()
  expect(lastListOf([])).toBeNull()
})

test('lists are united, and what one of them removed is removed', () => {
  expect(united([one], [removed, two], [two])).toEqual([removed, two])
})

test('edits get one more when they end with other files', () => {
  const base = { files: [one] }
  expect(listingFiles(base, [], [one, two], 5)).toEqual([])
  expect(listingFiles(base, [answering], [one], 5)).toEqual([answering])
  expect(listingFiles(base, [listing(two, one)], [one, two], 5)).toHaveLength(1)
  for (const wanted of [[one, two], [], [removed]]) {
    const edits = listingFiles(base, [answering], wanted, 5)
    expect(edits).toHaveLength(2)
    expect(lastListOf(edits)).toEqual(wanted)
  }
})
