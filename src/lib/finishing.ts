import type { Database } from '../../collections/database.ts'
import type { Clock } from '../../replication/env.ts'
import { pause } from './pause.ts'

/*
 * What a screen that has gone still writes: the last keystrokes, a photo that is made smaller, the end of a recording.
 * The database closes after it, because its key is forgotten then.
 */

const running = new WeakMap<Database, Set<Promise<unknown>>>()

let count = 0

/** Whether the lock would end any work; a recording is one work from its start to its end. */
export const isWorking = (): boolean => count > 0

/** Makes the closing of a database wait for this work. Returns it. */
export const finishBeforeClose = <Value>(db: Database, work: Promise<Value>): Promise<Value> => {
  const all = running.get(db) ?? new Set()
  running.set(db, all)
  const end = () => {
    all.delete(settled)
    count -= 1
  }
  const settled: Promise<void> = work.then(end, end)
  all.add(settled)
  count += 1
  return work
}

/**
 * Begins work that only the surveyor can finish, such as a drawing. The closing of a database does not wait for it, but
 * it would be lost by a lock. Returns its end.
 */
export const beginWork = (): (() => void) => {
  count += 1
  return () => {
    count -= 1
  }
}

/** How long the closing waits, so that work that hangs does not keep the database open. */
const patienceMs = 60_000

/** Resolves when all such work is done, or after a minute. */
export const whenFinished = async (clock: Clock, db: Database): Promise<void> => {
  const all = running.get(db)
  if (all === undefined || all.size === 0) return
  const untilEmpty = async () => {
    while (all.size > 0) await Promise.all(all)
  }
  await Promise.race([untilEmpty(), pause(clock, patienceMs)])
}
