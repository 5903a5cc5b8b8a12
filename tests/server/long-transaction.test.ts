import { expect, test } from 'vitest'
import { openPglite } from '../../server/db/pglite.ts'

/** The embedded engine runs in the server's own thread, so a long transaction must let the rest of the server run. */

test('timers run during a long transaction, because one of them renews the lock of the directory', async () => {
  const db = await openPglite(null)
  let beats = 0
  const timer = setInterval(() => (beats += 1), 10)
  const beatsWithin = await db.tx(async query => {
    const start = performance.now()
    const before = beats
    while (performance.now() - start < 1000) await query('select generate_series(1, 100)')
    return beats - before
  })
  clearInterval(timer)
  await db.close()
  expect(beatsWithin).toBeGreaterThan(2)
})
