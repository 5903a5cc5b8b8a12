import { dbCount } from 'rxdb'
import { afterAll, vi } from 'vitest'

/* A file of tests leaves everything as it found it, because the next one runs in the same process. */

const zone = process.env['TZ']

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  // RxDB lets a process have one database of ours at a time.
  if (dbCount() > 0) throw new Error('This file leaves a database open: close it in the test.')
})
