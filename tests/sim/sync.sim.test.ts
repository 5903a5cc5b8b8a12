import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../server/make-server.ts'
import { playHistory } from './history.ts'
import { ourServer, plainServer } from './servers.ts'

/** A slice of the simulation; `npm run sim -- --runs 2000` plays more. */

const seeds = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const steps = 25

describe('a server that knows only the spec', () => {
  test.each(seeds(12))('seed %i: nothing lost, nothing doubled', async seed => {
    expect(await playHistory(await plainServer(), seed, steps)).toEqual([])
  })
})

describe('our server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test.each(seeds(12))('seed %i: nothing lost, nothing doubled', async seed => {
    expect(await playHistory(await ourServer(server), seed, steps)).toEqual([])
  })
})
