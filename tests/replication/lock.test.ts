import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { createLock, type Lease } from '../../replication/lock.ts'
import { leaseGraceMs, leaseMs, leaseProofMs } from '../../replication/limits.ts'
import { createDisk } from '../device.ts'
import { createFakeClock, createFakeSyncEnv } from '../env.ts'

/** The lease between two tabs: one tries to take it while the other extends it. */

let db: Database
const clock = createFakeClock()
const env = createFakeSyncEnv({
  fetch: () => Promise.reject(new Error('Nothing is sent.')),
  origin: 'http://none',
  clock,
})

beforeEach(async () => {
  const disk = createDisk()
  db = await openDatabase(disk.name, workspaceStorage({ indexedDb: disk.port }))
})
afterEach(() => db.close())

test('an expired lease that is extended while another tab looks at it is not taken', async () => {
  const slow = createLock(db, { ...env, liveness: { ...env.liveness, isHeld: async () => null } })
  let extended: Promise<boolean> | null = null
  let held: Lease | null = null
  const other = createLock(db, {
    ...env,
    uuid: () => 'another',
    clock: {
      ...clock,
      // Called after the lease was read, and before it is taken.
      now: () => {
        extended ??= held?.extend(1000) ?? null
        return clock.now()
      },
    },
  })
  const came = await slow.run(async lease => {
    held = lease
    clock.advance(300_000)
    const taken = await other.run(() => Promise.resolve('taken'))
    return { taken, isExtended: await extended, isHeld: lease.isHeld(0) }
  })
  expect(came).toEqual({ taken: 'busy', isExtended: true, isHeld: true })
})

const dead = { ...env, liveness: { ...env.liveness, isHeld: async () => false } }
const alive = { ...env, liveness: { ...env.liveness, isHeld: async () => true } }
const leaseNow = () => readSetting(db, 'syncLease')

test('one at a time: a living holder keeps the others out until its lease is over', async () => {
  const one = createLock(db, { ...alive, uuid: () => 'one' })
  const two = createLock(db, { ...alive, uuid: () => 'two' })
  const came = await one.run(async lease => {
    const whileHeld = await two.run(() => Promise.resolve('taken'))
    clock.advance(leaseMs - 1)
    const justBefore = [lease.isHeld(0), await two.run(() => Promise.resolve('taken'))]
    clock.advance(1)
    const over = [lease.isHeld(0), await two.run(({ token }) => Promise.resolve(token))]
    return { token: lease.token, whileHeld, justBefore, over, extended: await lease.extend(1000) }
  })
  expect(came).toEqual({
    token: 1,
    whileHeld: 'busy',
    justBefore: [true, 'busy'],
    over: [false, 2],
    extended: false,
  })
  // Released, it is free at once.
  expect(await leaseNow()).toMatchObject({ token: 2, expiresAt: 0 })
  expect(await one.run(({ token }) => Promise.resolve(token))).toBe(3)
})

test('a holder that is gone is succeeded at once, and fenced off', async () => {
  const one = createLock(db, { ...alive, uuid: () => 'one' })
  const two = createLock(db, { ...dead, uuid: () => 'two' })
  const came = await one.run(async lease => {
    const taken = await two.run(async next => {
      const isExtended = await lease.extend(1000)
      return { token: next.token, isExtended, isHeld: lease.isHeld(0), next: next.isHeld(0) }
    })
    return taken
  })
  expect(came).toEqual({ token: 2, isExtended: false, isHeld: false, next: true })
})

test('a lease lasts for a request and a grace, and a shorter request does not shorten it', async () => {
  const lock = createLock(db, alive)
  await lock.run(async lease => {
    const now = clock.now()
    expect(await leaseNow()).toMatchObject({ expiresAt: now + leaseMs })
    expect(await lease.extend(60_000)).toBe(true)
    expect((await leaseNow()).expiresAt).toBe(now + 60_000 + leaseGraceMs)
    // Within this time the lease is not written.
    clock.advance(leaseProofMs)
    expect(await lease.extend(8000)).toBe(true)
    expect((await leaseNow()).expiresAt).toBe(now + 60_000 + leaseGraceMs)
    clock.advance(60_000 + leaseGraceMs - leaseProofMs - 1)
    expect(lease.isHeld(0)).toBe(true)
  })
})

test('a lease does not last for a request when its tab was frozen since it was extended', async () => {
  const lock = createLock(db, alive)
  await lock.run(async lease => {
    expect(await lease.extend(45_000)).toBe(true)
    clock.advance(leaseGraceMs - 1)
    expect(lease.isHeld(45_000)).toBe(true)
    clock.advance(1)
    expect(lease.isHeld(45_000)).toBe(false)
    // Frozen while the extension is being written.
    const extended = lease.extend(45_000)
    clock.advance(8000)
    expect(await extended).toBe(false)
    expect(await lease.extend(45_000)).toBe(true)
  })
})

test('a lease that ends later than any can comes from a clock that jumped, and is taken', async () => {
  const one = createLock(db, { ...alive, uuid: () => 'one' })
  const two = createLock(db, { ...alive, uuid: () => 'two' })
  const came = await one.run(async lease => {
    await lease.extend(60_000)
    const now = clock.now()
    const end = (await leaseNow()).expiresAt
    clock.set(end - 120_000)
    const longest = await two.run(() => Promise.resolve('taken'))
    // Its own holder takes it back to what a request needs.
    clock.set(end - 120_001)
    await lease.extend(1000)
    const shortened = (await leaseNow()).expiresAt - clock.now()
    clock.set(now - 1_000_000)
    const jumped = await two.run(() => Promise.resolve('taken'))
    clock.set(now)
    return { longest, shortened, jumped }
  })
  expect(came).toEqual({ longest: 'busy', shortened: 1000 + leaseGraceMs, jumped: 'taken' })
})

test('tasks of one realm take turns, also after one that failed', async () => {
  const lock = createLock(db, alive)
  const order: string[] = []
  const first = lock.run(async () => {
    order.push('first')
    await new Promise(resolve => setTimeout(resolve, 20))
    order.push('failed')
    throw new Error('a defect')
  })
  const second = lock.run(async () => order.push('second'))
  await expect(first).rejects.toThrow('a defect')
  await second
  expect(order).toEqual(['first', 'failed', 'second'])
  expect(await leaseNow()).toMatchObject({ token: 2, expiresAt: 0 })
})

test('a realm that stops sends nothing more, and takes no other lease', async () => {
  const lock = createLock(db, alive)
  const came = await lock.run(async lease => {
    lock.stop()
    return [lease.isHeld(0), await lease.extend(1000)]
  })
  expect(came).toEqual([false, false])
  expect(await lock.run(() => Promise.resolve('taken'))).toBe('busy')
  expect((await leaseNow()).token).toBe(1)
})

test('a holder marks itself as alive for as long as it runs', async () => {
  const lock = createLock(db, { ...env, uuid: () => 'one' })
  const isMarked = () => env.liveness.isHeld(`${db.name} sync one`)
  expect(await lock.run(isMarked)).toBe(true)
  expect(await isMarked()).toBe(false)
})
