import { dbCount } from 'rxdb'
import { afterAll } from 'vitest'

// RxDB lets a process have one database of ours at a time, and the next file runs in the same process.
afterAll(() => {
  if (dbCount() > 0) throw new Error('This file leaves a database open: close it in the test.')
})
