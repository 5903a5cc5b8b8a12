import * as v from 'valibot'
import { BackupProblem } from '../../backup/manifest.ts'
import { first, type Db, type Query } from '../../db/db.ts'

/** What the server does, or did last, with a backup: a value of the database, so that each process can say it. */

const name = 'office-backup'

const Work = v.object({
  act: v.picklist(['create', 'check']),
  name: v.string(),
  by: v.string(),
  begun_at: v.string(),
  /** When its process was there last. */
  seen_at: v.string(),
  ended_at: v.nullable(v.string()),
  state: v.picklist(['running', 'done', 'failed']),
  why: v.nullable(v.string()),
})
type Work = v.InferOutput<typeof Work>

/** How often a process says that it still works, and after how long without that its work was cut. */
const seenMs = 15_000
const cutMs = 60_000

const put = (query: Query, work: Work) =>
  query(
    `insert into server_values (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(work)],
  )

const isCut = ({ state, seen_at }: Work, now: number): boolean =>
  state === 'running' && now - Date.parse(seen_at) > cutMs

/** The running or last work; null before any. */
export const readWork = async (query: Query, now: number) => {
  const row = first(
    await query<{ value: string }>(`select value from server_values where name = $1 for update`, [
      name,
    ]),
  )
  const parsed = row === null ? null : v.safeParse(Work, JSON.parse(row.value))
  if (parsed?.success !== true) return null
  const { seen_at: _seen, ...work } = parsed.output
  return isCut(parsed.output, now) ? { ...work, state: 'cut' as const } : work
}

/** Begins a work. Returns false while another one runs. */
export const beginWork = (
  db: Db,
  work: Pick<Work, 'act' | 'name' | 'by'>,
  now: number,
): Promise<boolean> =>
  db.tx(async query => {
    if ((await readWork(query, now))?.state === 'running') return false
    const at = new Date(now).toISOString()
    await put(query, {
      ...work,
      begun_at: at,
      seen_at: at,
      ended_at: null,
      state: 'running',
      why: null,
    })
    return true
  })

const change = (db: Db, more: Partial<Work>): Promise<void> =>
  db.tx(async query => {
    const rows = await query<{ value: string }>(
      `select value from server_values where name = $1 for update`,
      [name],
    )
    const row = first(rows)
    if (row !== null) await put(query, { ...v.parse(Work, JSON.parse(row.value)), ...more })
  })

/** Does a work that was begun, and notes how it ended. A problem of the backup is for the administrator to read. */
export const doWork = async (
  { db, clock }: { readonly db: Db; readonly clock: () => number },
  work: () => Promise<void>,
): Promise<void> => {
  const now = () => new Date(clock()).toISOString()
  const timer = setInterval(() => {
    // A database that does not answer now is asked again.
    void change(db, { seen_at: now() }).catch(() => undefined)
  }, seenMs)
  try {
    await work()
    await change(db, { state: 'done', ended_at: now() })
  } catch (failure) {
    const why = failure instanceof BackupProblem ? failure.message : null
    await change(db, { state: 'failed', ended_at: now(), why })
    if (why === null) throw failure
  } finally {
    clearInterval(timer)
  }
}
