import { expect, it } from 'vitest'
import { err, ok } from '../../../replication/http/result.ts'
import type { Env } from '../../../src/env.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { followPlace } from '../../../src/features/fill/submit/use-place.ts'
import { createPlaceFinder } from '../../../src/location/place-finder.ts'
import { until } from '../../env.ts'
import { fillIn, openInterviewOf, openNew, readServer, setUpFilling, theDevice } from './session.ts'

/** The position of an interview is where it was begun; one that was found much later is said to be. */

setUpFilling()

const hourMs = 3_600_000
const village = { latitude: 22.3071, longitude: 73.1812, accuracy: 12 }
const town = { latitude: 23.0225, longitude: 72.5714, accuracy: 8 }

/** Opens the place finder of an interview as its screen does, where the device is; nowhere without a position. */
const standAt = (interview: Interview, where: typeof village | null) => {
  const { db, env } = theDevice()
  const locate: Env['locate'] = () =>
    Promise.resolve(where === null ? err('denied') : ok({ ...where, timestamp: 0 }))
  const finder = createPlaceFinder({
    db,
    env: { ...env, locate, geocoderUrl: '' } as unknown as Env,
  })
  return { finder, leave: followPlace({ interview, finder }) }
}

const work = async (id: string) => (await theDevice().db.submissions.findOne(id).exec())?.work

/** Begins an interview somewhere and leaves it; returns its id. */
const begin = async (where: typeof village | null): Promise<string> => {
  const interview = await openNew()
  const { finder, leave } = standAt(interview, where)
  fillIn(interview)
  await interview.writer.flush()
  const { id } = await interview.writer.begin()
  await until('the search has ended', () => finder.place().kind !== 'searching')
  if (where !== null) {
    await until('its place is stored', async () => (await work(id))?.latitude === where.latitude)
  }
  leave()
  await interview.close()
  return id
}

/** Continues an interview where the device is, and submits it; returns it as it is stored then. */
const finishAt = async (id: string, where: typeof village | null) => {
  const interview = await openInterviewOf({ kind: 'draft', id })
  const { finder } = standAt(interview, where)
  await until('the search has ended', () => finder.place().kind !== 'searching')
  expect((await submit(theDevice(), interview, finder.place())).kind).toBe('done')
  return (await theDevice().db.submissions.findOne(id).exec(true)).toJSON()
}

it('an interview that was located two days after its first answer says so, here, on the server and elsewhere', async () => {
  const id = await begin(null)
  theDevice().env.clock.advance(48 * hourMs)
  const { latitude, located_after } = await finishAt(id, town)
  expect(latitude).toBe(town.latitude)
  expect(located_after).toBe(48 * 3600)
  const rows = await readServer<readonly Record<string, unknown>[]>('form-submissions?limit=1000')
  const row = rows.find(({ tempId }) => tempId === id)
  expect(row).toMatchObject({ latitude: town.latitude, located_after: 48 * 3600 })
})

it('the place where it was begun stays, also when it is finished elsewhere with a better fix', async () => {
  const id = await begin(village)
  theDevice().env.clock.advance(48 * hourMs)
  const stored = await finishAt(id, town)
  expect(stored.latitude).toBe(village.latitude)
  expect(stored).not.toHaveProperty('located_after')
})

it('a place that is found within the hour is that of the beginning', async () => {
  const id = await begin(null)
  theDevice().env.clock.advance(hourMs)
  const stored = await finishAt(id, town)
  expect(stored.latitude).toBe(town.latitude)
  expect(stored).not.toHaveProperty('located_after')
})

it('a late place that is only stored with the draft is late at the Submit that finds none', async () => {
  const id = await begin(null)
  theDevice().env.clock.advance(5 * hourMs)
  const interview = await openInterviewOf({ kind: 'draft', id })
  const { leave } = standAt(interview, town)
  await until('its place is stored', async () => (await work(id))?.latitude === town.latitude)
  leave()
  await interview.close()
  theDevice().env.clock.advance(hourMs)
  expect(await finishAt(id, null)).toMatchObject({ located_after: 5 * 3600 })
})
