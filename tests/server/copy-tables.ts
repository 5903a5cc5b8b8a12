import { only, type Db } from '../../server/db/db.ts'

/** In an order in which each refers only to rows of those before it. */
const tables = [
  'change_counters',
  'submissions',
  'submission_answers',
  'submission_files',
  'reviews',
  'review_comments',
  'earlier_answers',
  'submission_totals',
  'submission_days',
] as const

/** Copies everything that surveyors sent, as a backup would. Returns a function that restores it. */
export const copyTables = async (db: Db): Promise<() => Promise<void>> => {
  const copies = new Map<string, string>()
  for (const table of tables) {
    const { rows } = only(
      await db.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
      ),
    )
    copies.set(table, rows)
  }
  return () =>
    db.tx(async query => {
      for (const table of tables.toReversed()) await query(`delete from ${table}`)
      for (const [table, rows] of copies) {
        await query(
          `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
          [rows],
        )
      }
    })
}
