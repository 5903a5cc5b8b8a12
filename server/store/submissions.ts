import type { Review } from '../../replication/wire/review.ts'
import { first, only, type Query } from '../db/db.ts'
import { limits } from '../limits.ts'

/** A submission with its answers and files, read in one statement and so from one snapshot. */
export interface SubmissionRecord {
  readonly id: string
  readonly form_id: string
  readonly form_name: string
  /** Whether a version of the form registers or visits cases. */
  readonly has_cases: boolean
  readonly definition_hash: string | null
  readonly client_key: string | null
  readonly request_sha256: string | null
  readonly temp_id: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly address: string | null
  readonly located_after: number | null
  readonly sent_created_at: string
  readonly updated_at: Date
  readonly rev: string
  readonly mark: string
  readonly deleted_at: Date | null
  readonly answers: readonly StoredAnswer[]
  readonly files: readonly StoredFile[]
  /** The times of its comments are PostgreSQL's texts. null when nothing was said of it. */
  readonly review: Review | null
}

/** One stored answer. */
export interface StoredAnswer {
  readonly form_field_id: string
  readonly occurrence: number
  readonly value: string
  /** Whether the field has a list, sent as JSON text (3.24). */
  readonly is_list: boolean
}

/** One uploaded file of an answer. */
export interface StoredFile {
  readonly id: string
  readonly form_field_id: string
  readonly occurrence: number
  readonly name: string
  /** Names its bytes in the store. */
  readonly sha256: string
}

/**
 * The SQL of the answers and files of each row of `submissions s`, as JSON lists. `owner` is the SQL of the row's user. A
 * cluster asks all nodes unless it is a parameter.
 */
export const answersAndFiles = (
  owner: string,
): string => `(select coalesce(json_agg(json_build_object('form_field_id', a.form_field_id,
        'occurrence', a.occurrence, 'value', a.value, 'is_list', a.is_list)
        order by a.position), '[]'::json)
      from submission_answers a
      where a.user_id = ${owner} and a.submission_id = s.id) as answers,
    (select coalesce(json_agg(json_build_object('id', b.id, 'form_field_id', b.form_field_id,
        'occurrence', b.occurrence, 'name', b.name, 'sha256', b.sha256)
        order by b.form_field_id, b.occurrence, b.position), '[]'::json)
      from submission_files b
      where b.user_id = ${owner} and b.submission_id = s.id) as files`

/** The SQL of the review of each row of `submissions s`, as JSON. */
export const reviewColumn = (owner: string): string =>
  `(select json_build_object('state', r.state, 'version', r.version, 'comments',
      (select coalesce(json_agg(json_build_object('id', c.id, 'at', c.at, 'author', c.author,
          'by', c.side, 'field_id', c.form_field_id, 'occurrence', c.occurrence, 'text', c.text)
          order by c.place, c.id), '[]'::json)
        from review_comments c where c.user_id = ${owner} and c.submission_id = s.id))
      from reviews r where r.user_id = ${owner} and r.submission_id = s.id) as review`

const selectRecord = `select s.id, s.form_id, f.title as form_name, f.has_cases, s.definition_hash, s.client_key, s.request_sha256,
    s.temp_id, s.latitude, s.longitude, s.address, s.located_after, s.sent_created_at, s.updated_at, s.rev, s.mark,
    s.deleted_at,
    ${answersAndFiles('$1')},
    ${reviewColumn('$1')}
  from submissions s join forms f on f.id = s.form_id
  where s.user_id = $1`

/** One submission of this user, including a deleted one. */
export const submissionById = async (query: Query, userId: string, id: string) =>
  first(await query<SubmissionRecord>(`${selectRecord} and s.id = $2`, [userId, id]))

/** Whether this user has this submission and has not deleted it. */
export const isLiveSubmission = async (query: Query, userId: string, id: string) =>
  first(
    await query(
      `select id from submissions where user_id = $1 and id = $2 and deleted_at is null`,
      [userId, id],
    ),
  ) !== null

/** The submission that a client key already made. */
export const submissionByClientKey = async (query: Query, userId: string, clientKey: string) =>
  first(await query<SubmissionRecord>(`${selectRecord} and s.client_key = $2`, [userId, clientKey]))

/** How many rows of a page fit into one answer, or into the memory at a time; at least one, even if it is too large. */
export const fitting = (rows: readonly { readonly answer_bytes: number }[]): number => {
  let total = 0
  const cut = rows.findIndex(({ answer_bytes }) => (total += answer_bytes) > limits.pageBytes)
  return cut === -1 ? rows.length : Math.max(1, cut)
}

/** A page of the live submissions, newest first (7.13). It is shorter when the answers are too large for one page. */
export const submissionPage = async (
  query: Query,
  userId: string,
  limit: number,
  offset: number,
): Promise<readonly SubmissionRecord[]> => {
  const sizes = await query<{ id: string; answer_bytes: number }>(
    `select s.id, s.answer_bytes from submissions s
     where s.user_id = $1 and s.deleted_at is null order by s.created_at desc, s.id limit $2 offset $3`,
    [userId, limit, offset],
  )
  const ids = sizes.slice(0, fitting(sizes)).map(({ id }) => id)
  return query<SubmissionRecord>(
    `${selectRecord} and s.id = any($2::uuid[]) order by s.created_at desc, s.id`,
    [userId, ids],
  )
}

/** The number of a user's live submissions. */
export const countSubmissions = async (query: Query, userId: string): Promise<number> => {
  const row = first(
    await query<{ count: string }>(
      `select coalesce(sum(stored), 0) as count from submission_totals where user_id = $1`,
      [userId],
    ),
  )
  return Number(row?.count ?? 0)
}

/** The changes after a revision, including deletions, in order; and whether there are more. */
export const submissionsAfter = async (
  query: Query,
  userId: string,
  rev: string,
  limit: number,
): Promise<{ readonly page: readonly SubmissionRecord[]; readonly hasMore: boolean }> => {
  const found = await query<{ rev: string; answer_bytes: number }>(
    `select s.rev, s.answer_bytes from submissions s
     where s.user_id = $1 and s.rev > $2::bigint order by s.rev limit $3`,
    [userId, rev, limit + 1],
  )
  const count = fitting(found.slice(0, limit))
  const last = found[count - 1]
  if (last === undefined) return { page: [], hasMore: false }
  const page = await query<SubmissionRecord>(
    `${selectRecord} and s.rev > $2::bigint and s.rev <= $3::bigint order by s.rev`,
    [userId, rev, last.rev],
  )
  return { page, hasMore: found.length > count }
}

/** The state of a user's list of changes, and whether changes belong to it. */
export interface HistoryState {
  /** Identifies this database; a restore changes it. */
  readonly epoch: string
  /** The newest revision. */
  readonly counter: string
  /** Whether all the named changes are part of this history. */
  readonly knows_all: boolean
}

/** The state of a user's list of changes, and whether it contains some changes by their row, revision and mark. */
export const historyState = async (
  query: Query,
  userId: string,
  named: readonly { readonly id: string; readonly rev: string; readonly mark: string }[],
): Promise<HistoryState> =>
  only(
    await query<HistoryState>(
      `select v.value as epoch, c.value as counter, (
         select count(*) from submissions s join unnest($2::uuid[], $3::text[]) as named(id, change)
           on named.id = s.id
         where s.user_id = $1
           and position(named.change in ' ' || s.past_marks || s.rev || '.' || s.mark || ' ') > 0
       ) = cardinality($2::uuid[]) as knows_all
       from change_counters c, server_values v where c.user_id = $1 and v.name = 'epoch'`,
      [userId, named.map(({ id }) => id), named.map(({ rev, mark }) => ` ${rev}.${mark} `)],
    ),
  )

/** The four numbers of the dashboard (3.27), in one statement. */
export const surveyorStats = async (query: Query, userId: string, startOfToday: Date) =>
  first(
    await query<{ assigned: string; answered: string; total: string; today: string }>(
      `select
        (select count(*) from form_assignments a join forms f on f.id = a.form_id
          where a.user_id = $1 and f.removed_at is null) as assigned,
        (select count(*) from form_assignments a join forms f on f.id = a.form_id
          join submission_totals t on t.user_id = a.user_id and t.form_id = f.id
          where a.user_id = $1 and f.removed_at is null and t.stored > 0) as answered,
        (select coalesce(sum(stored), 0) from submission_totals where user_id = $1) as total,
        (select count(*) from submissions where user_id = $1 and deleted_at is null
          and created_at >= $2) as today`,
      [userId, startOfToday],
    ),
  )
