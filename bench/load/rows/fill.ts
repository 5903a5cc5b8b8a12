import { only, type Db } from '../../../server/db/db.ts'
import { assignToAll } from '../../../server/store/forms.ts'
import { recountSubmissions } from '../../../server/store/submission-counts.ts'
import { formId } from '../prepare.ts'

const days = 250
const answersEach = 6
const tables = [
  'submissions',
  'submission_answers',
  'submission_totals',
  'submission_days',
  'users',
]

/** The share of all rows that the first surveyor has, because some accounts collect the work of many. */
const shareOfFirst = 0.1

const fillUser = async (
  db: Db,
  userId: string,
  rows: number,
  fields: readonly string[],
  now: Date,
): Promise<void> => {
  // In one transaction without a time limit, as the first surveyor has many rows.
  await db.tx(
    async query => {
      // The keys of rows that are made from others are right, and checking each takes most of the time.
      await query('set local session_replication_role = replica')
      await query(
        `insert into submissions (user_id, id, form_id, client_key, latitude, longitude, sent_created_at,
           created_at, received_at, updated_at, rev, mark, answer_bytes)
         select $1::uuid, gen_random_uuid(), $2, 'key-' || n, 23.2, 69.6,
           to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), at, at, at, n, 'mark', $5::integer
         from generate_series(1, $3::integer) n,
           lateral (select date_trunc('milliseconds', $4::timestamptz - interval '1 day' * ${days}
             * ($3::integer - n) / $3::integer) as at) time`,
        [userId, formId, rows, now, answersEach * 30],
      )
      await query(
        `insert into submission_answers (user_id, submission_id, form_field_id, occurrence, position,
           value, is_list, key)
         select s.user_id, s.id, f.id, 0, f.position, 'An answer of a usual length ' || s.rev, false,
           'An answer of a usual length ' || s.rev
         from submissions s, unnest($2::text[]) with ordinality as f(id, position)
         where s.user_id = $1`,
        [userId, fields],
      )
      await query('update change_counters set value = $2 where user_id = $1', [userId, rows])
    },
    { isLong: true },
  )
}

/**
 * Fills the tables of prepared surveyors with submissions of the last 250 days, six answers each. The first
 * surveyor has a tenth of them.
 */
export const fillRows = async (db: Db, total: number): Promise<void> => {
  const now = new Date()
  const users = await db.query<{ id: string }>(
    `select id from users where email like '%@load.example' order by length(email), email`,
  )
  const { fields } = only(
    await db.query<{ fields: readonly string[] }>(
      `select array(select jsonb_path_query(sections, '$[*].fields[*].id') #>> '{}') as fields
       from forms where id = $1`,
      [formId],
    ),
  )
  for (const { id } of await db.query<{ id: string }>('select id from forms')) {
    await assignToAll(db.query, id, now)
  }
  const ofFirst = Math.round(total * shareOfFirst)
  const ofOthers = Math.round((total - ofFirst) / (users.length - 1))
  for (const [at, user] of users.entries()) {
    await fillUser(db, user.id, at === 0 ? ofFirst : ofOthers, fields.slice(0, answersEach), now)
  }
  await db.tx(recountSubmissions, { isLong: true })
  // As the database's own upkeep does in time.
  for (const table of tables) {
    await db.query(`vacuum analyze ${table}`)
  }
}
