import { storedDocument } from '../../replication/rest-crdt.ts'
import type { Expected, World } from './world.ts'

/** What must hold of every interview that was ever submitted; each gives back what is wrong. */

/** Where an interview is: exactly one place, and never nowhere. */
const whereabouts = async (world: World, expected: Expected): Promise<readonly string[]> => {
  const { db } = world.device
  const stored = await storedDocument(db.submissions, expected.id)
  const recovered = await db.recovery
    .find({ selector: { newest: { $gte: 0 } }, limit: 10_000 })
    .exec()
  const isRecovered = recovered.some(entry => entry.kind === 'create' && entry.id === expected.id)
  return [
    ...(stored !== null && !stored._deleted ? [stored.syncStatus] : []),
    ...(isRecovered ? ['recovery'] : []),
  ]
}

/** After every step: nothing submitted is nowhere or in two places, and the server has no doubles. */
export const checkAlways = async (world: World): Promise<readonly string[]> => {
  const problems: string[] = []
  const rows = await world.server.rows()
  for (const expected of world.submitted) {
    const places = await whereabouts(world, expected)
    if (!expected.deleted && places.length !== 1) {
      problems.push(`${expected.marker} is in ${places.join(' and ') || 'no place at all'}`)
    }
    const copies = rows.filter(({ marker }) => marker === expected.marker).length
    if (copies > 1) problems.push(`${expected.marker} is on the server ${copies} times`)
  }
  return problems
}

/** Heals the world: the network there, no faults, time passing. Whether the outbox then empties. */
export const comeToRest = async (world: World): Promise<boolean> => {
  world.server.faults.clear()
  world.device.env.mend()
  for (let round = 0; round < 40; round += 1) {
    await world.device.sync.run({ all: true })
    const waiting = await world.device.db.outbox.find().exec()
    if (waiting.length === 0) return true
    world.clock.advance(60_000)
  }
  return false
}

/** At rest: the server has every living interview once, with its last answers and all its files. */
export const checkAtRest = async (world: World): Promise<readonly string[]> => {
  const problems: string[] = []
  const rows = await world.server.rows()
  for (const expected of world.submitted) {
    const places = await whereabouts(world, expected)
    const copies = rows.filter(({ marker }) => marker === expected.marker)
    const row = copies[0]
    const setAside = await refusedParts(world, expected)
    if (expected.deleted) {
      // A deletion that the server refused shows the submission again.
      const isBack = places[0] === 'synced' && setAside.deletion
      if (copies.length > 0 && !isBack) problems.push(`${expected.marker} was deleted and is there`)
      continue
    }
    if (places.includes('recovery')) continue
    if (row === undefined) problems.push(`${expected.marker} is not on the server`)
    else {
      if (row.note !== expected.note && !setAside.edit) {
        problems.push(`${expected.marker} says '${row.note}' and not '${expected.note}'`)
      }
      if (row.files !== expected.files && !setAside.files) {
        problems.push(`${expected.marker} has ${row.files} of ${expected.files} files`)
      }
    }
    if (places[0] !== 'synced') problems.push(`${expected.marker} is still ${places.join()}`)
  }
  return problems
}

/** What of a living interview went to Recovery: an edit or files that the server refused. */
const refusedParts = async ({ device }: World, { id }: Expected) => {
  const entries = await device.db.recovery
    .find({ selector: { newest: { $gte: 0 } }, limit: 10_000 })
    .exec()
  const ours = entries.filter(entry => entry.id.includes(id))
  return {
    edit: ours.some(({ kind }) => kind === 'edit' || kind === 'delete'),
    deletion: ours.some(({ kind }) => kind === 'delete'),
    files: ours.some(({ kind }) => kind === 'files'),
  }
}
