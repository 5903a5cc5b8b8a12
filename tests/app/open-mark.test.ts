import { expect, test } from 'vitest'
import { openMark, whenClosedElsewhere } from '../../src/workspace/open-mark.ts'
import { createFakeSyncEnv } from '../env.ts'

const createTab = (marks: Map<string, number>) =>
  createFakeSyncEnv({ fetch: () => Promise.reject(new Error('no fetch')), origin: '', marks })

const settle = () => new Promise(resolve => setTimeout(resolve, 5))

test('a deletion waits until the other tabs have closed the database, for a second at most', async () => {
  const marks = new Map<string, number>()
  const mine = createTab(marks)
  await whenClosedElsewhere(mine, 'db')

  const release = await createTab(marks).liveness.hold(openMark('db'))
  let isDone = false
  const done = whenClosedElsewhere(mine, 'db').then(() => {
    isDone = true
  })
  await settle()
  mine.clock.advance(100)
  await settle()
  expect(isDone).toBe(false)
  release()
  mine.clock.advance(100)
  await done

  // A frozen tab holds its mark for ever.
  await createTab(marks).liveness.hold(openMark('db'))
  const given = whenClosedElsewhere(mine, 'db')
  await settle()
  mine.clock.advance(1000)
  await given
})
