import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { err, ok, type Result } from '../../replication/http/result.ts'
import type { LocateFailure, LocateOptions, Position } from '../../src/env.ts'
import { geocode } from '../../src/location/geocode.ts'
import { betterFix, locate, refine, type Fix } from '../../src/location/locate.ts'
import { createPlaceFinder, type PlaceState } from '../../src/location/place-finder.ts'
import { createFakeClock, createIndexedDb, until, type FakeClock } from '../env.ts'

type Answer = Result<Position, LocateFailure>
type Route = (url: URL, init: RequestInit) => Response | Promise<Response>

let db: Database
let clock: FakeClock
let asked: LocateOptions[]
let requests: { url: URL; init: RequestInit }[]
let databases = 0

beforeEach(async () => {
  databases += 1
  db = await openDatabase(`location-${process.pid}-${databases}`, oneDatabase(createIndexedDb()))
  clock = createFakeClock()
  asked = []
  requests = []
})

afterEach(() => db.close())

const at = (latitude: number, accuracy = 10): Answer =>
  ok({ latitude, longitude: 72.5, accuracy, timestamp: clock.now() })

/** A device whose answers are given in order; the last one repeats. */
const world = (
  answers: readonly Answer[],
  route?: Route,
  geocoderUrl = 'http://maps.test/reverse',
) => {
  const left = [...answers]
  return {
    db,
    env: {
      clock,
      geocoderUrl,
      network: { isOnline: () => true, online$: undefined as never, connection: () => ({}) },
      locate: (options: LocateOptions): Promise<Answer> => {
        asked.push(options)
        return Promise.resolve(
          left.length > 1 ? (left.shift() ?? err('timeout')) : (left[0] ?? err('timeout')),
        )
      },
      fetch: async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
        const url = new URL(String(input))
        requests.push({ url, init })
        if (route === undefined) throw new TypeError('Failed to fetch')
        return route(url, init)
      },
    },
  }
}

/** Runs the clock until the promise settles. */
const running = async <Value>(work: Promise<Value>): Promise<Value> => {
  let isDone = false
  const end = () => {
    isDone = true
  }
  void work.then(end, end)
  await until('the work is done', () => {
    if (!isDone) clock.advance(250)
    return isDone
  })
  return work
}

const first = { highAccuracy: true, timeoutMs: 10_000, maxAgeMs: 300_000 }
const later = { highAccuracy: true, timeoutMs: 8000, maxAgeMs: 60_000 }

describe('locate', () => {
  it('asks once with high accuracy when that works', async () => {
    expect(await locate(world([at(23.01)]))).toEqual({
      latitude: 23.01,
      longitude: 72.5,
      accuracy: 10,
      foundAt: clock.now(),
    })
    expect(asked).toEqual([first])
  })

  it('tries twice more, 1 s apart, with the later limits', async () => {
    const parts = world([err('timeout'), err('unavailable'), at(23.02)])
    const start = clock.now()
    const fix = await running(locate(parts))
    expect(fix).toMatchObject({ latitude: 23.02 })
    expect(asked).toEqual([first, later, later])
    expect(clock.now() - start).toBeGreaterThanOrEqual(2000)
  })

  it('returns the reason after the last try', async () => {
    expect(await running(locate(world([err('timeout')])))).toBe('timeout')
    expect(asked).toHaveLength(3)
  })

  it('does not ask again after a refusal', async () => {
    expect(await locate(world([err('denied'), at(23)]))).toBe('denied')
    expect(asked).toHaveLength(1)
  })

  it('uses the last position again for 5 minutes', async () => {
    await locate(world([at(23.01)]))
    clock.advance(299_999)
    expect(await locate(world([at(24)]))).toMatchObject({ latitude: 23.01 })
    clock.advance(1)
    expect(await locate(world([at(24)]))).toMatchObject({ latitude: 24 })
  })

  it('does not use a position from the future, after the clock was set back', async () => {
    await locate(world([at(23.01)]))
    clock.set(clock.now() - 60_000)
    expect(await locate(world([at(24)]))).toMatchObject({ latitude: 24 })
  })
})

describe('refine', () => {
  const coarse: Fix = { latitude: 1, longitude: 1, accuracy: 900 }
  const wanted = () => true

  it('keeps a good position', async () => {
    const good: Fix = { ...coarse, accuracy: 30 }
    expect(await refine(world([at(2)]), good, wanted)).toBe(good)
    expect(asked).toHaveLength(0)
  })

  it('keeps the best position it finds', async () => {
    const best = await running(refine(world([at(2, 60), at(3, 400)]), coarse, wanted))
    expect(best).toMatchObject({ latitude: 2, accuracy: 60 })
  })

  it('stops when it is no longer needed', async () => {
    expect(await running(refine(world([at(2)]), coarse, () => false))).toBe(coarse)
    expect(asked).toHaveLength(0)
  })

  it('prefers a known accuracy to an unknown one, and the earlier of two equal ones', () => {
    const unknown: Fix = { ...coarse, accuracy: null }
    expect(betterFix(unknown, coarse)).toBe(coarse)
    expect(betterFix(coarse, unknown)).toBe(coarse)
    expect(betterFix(coarse, { ...coarse })).toBe(coarse)
  })
})

describe('geocode', () => {
  const fix: Fix = { latitude: 23.0225, longitude: 72.5714, accuracy: 10 }
  const json =
    (body: unknown, status = 200) =>
    () =>
      Response.json(body, { status })
  const answer = {
    display_name: 'Sarkhej, Ahmedabad, Gujarat, India',
    address: {
      town: 'Sarkhej',
      county: 'City Taluka',
      state_district: 'Ahmedabad',
      state: 'Gujarat',
    },
  }

  it("sends the spec's request, without any of the app's headers", async () => {
    await geocode(world([], json(answer)), fix)
    expect(requests).toHaveLength(1)
    const { url, init } = requests[0] ?? { url: new URL('x:'), init: {} }
    expect([...url.searchParams]).toEqual([
      ['format', 'json'],
      ['lat', '23.0225'],
      ['lon', '72.5714'],
    ])
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
    expect(init.headers).toBeUndefined()
  })

  it('builds address and city from the parts', async () => {
    expect(await geocode(world([], json(answer)), fix)).toEqual({
      address: 'Sarkhej, City Taluka, Ahmedabad, Gujarat',
      city: 'Sarkhej',
    })
  })

  it('does not repeat a name', async () => {
    const parts = world([], json({ address: { city: 'Delhi', county: 'Delhi', state: 'Delhi' } }))
    expect(await geocode(parts, fix)).toEqual({ address: 'Delhi', city: 'Delhi' })
  })

  it('remembers a place, and everything within about ten metres of it', async () => {
    await geocode(world([], json(answer)), fix)
    const near = { ...fix, latitude: fix.latitude + 0.00002 }
    expect((await geocode(world([]), near)).city).toBe('Sarkhej')
    expect(requests).toHaveLength(1)
  })

  it.each<[string, Route | undefined]>([
    ['no network', undefined],
    ['an error', json({}, 500)],
    ['no JSON', () => new Response('<html>')],
    ['another shape', json({ error: 'Unable to geocode' })],
  ])('gives nothing on %s, and asks again the next time', async (_, route) => {
    expect(await geocode(world([], route), fix)).toEqual({ address: '', city: '' })
    expect((await geocode(world([], json(answer)), fix)).city).toBe('Sarkhej')
  })

  it('gives up after 8 s', async () => {
    const hanging: Route = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    const work = geocode(world([], hanging), fix)
    await until('it has asked', () => requests.length === 1)
    clock.advance(7999)
    expect(requests[0]?.init.signal?.aborted).toBe(false)
    clock.advance(1)
    expect(await work).toEqual({ address: '', city: '' })
  })

  it('makes no request when no maps service is configured', async () => {
    expect(await geocode(world([], json(answer), ''), fix)).toEqual({ address: '', city: '' })
    expect(requests).toHaveLength(0)
  })
})

describe('the place of an interview', () => {
  const json = () => Response.json({ address: { village: 'Bopal', state: 'Gujarat' } })
  const follow = (parts: ReturnType<typeof world>) => {
    const finder = createPlaceFinder(parts)
    const seen: PlaceState[] = []
    finder.place$.subscribe(place => seen.push(place))
    return { finder, seen }
  }

  it('is located, and then named', async () => {
    const { finder, seen } = follow(world([at(23.01)], json))
    finder.start(null)
    const last = await until('it has a name', () => {
      const place = seen.at(-1)
      return place?.kind === 'found' && place.address.city !== '' && place
    })
    expect(last).toMatchObject({ fix: { latitude: 23.01 }, address: { city: 'Bopal' } })
    expect(seen[0]).toEqual({ kind: 'searching' })
  })

  it('shows that it was refused, and can be located again', async () => {
    const { finder, seen } = follow(world([err('denied'), at(23.01)], json))
    finder.start(null)
    await until('it is refused', () => seen.at(-1)?.kind === 'denied')
    finder.start(null)
    expect((await until('it is found', () => seen.find(({ kind }) => kind === 'found'))).kind).toBe(
      'found',
    )
  })

  it('stays where the draft was started', async () => {
    const { finder } = follow(world([at(50)], json))
    finder.start({ latitude: 23.01, longitude: 72.5, accuracy: 500 })
    await until('it has a name', () => {
      const place = finder.place()
      return place.kind === 'found' && place.address.city !== ''
    })
    expect(finder.place()).toMatchObject({ fix: { latitude: 23.01, accuracy: 500 } })
    expect(asked).toHaveLength(0)
  })

  it('is no longer located after the stop', async () => {
    const { finder, seen } = follow(world([at(23.01)], json))
    finder.start(null)
    finder.stop()
    await until('the answer came', () => asked.length === 1)
    await running(locate(world([at(23.01)])))
    expect(seen.every(({ kind }) => kind === 'searching')).toBe(true)
  })
})
