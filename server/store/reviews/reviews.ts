import type { CommentEntry, Review, ReviewComment } from '../../../replication/wire/review.ts'
import type { Query } from '../../db/db.ts'
import type { StoredAnswer } from '../submissions.ts'

/** Reviews of submissions, their comments, and what edits replaced. The caller has locked the user. */

/** The owner of a row, and the row. */
interface Reviewed {
  readonly user_id: string
  readonly id: string
  readonly form_id: string
}

/** Who says something, and when. */
interface Said {
  readonly author: string
  readonly by: ReviewComment['by']
  readonly now: Date
}

/** The size of comments in bytes, which counts towards the row's. */
export const commentBytesOf = (comments: readonly Pick<CommentEntry, 'text'>[]): number =>
  comments.reduce((total, { text }) => total + Buffer.byteLength(text), 0)

/** The review of a submission that nothing was said of. */
export const noReview: Review = { state: 'received', version: 0, comments: [] }

/** Stores where a submission stands, and adds comments that are not there yet. Returns the review with them. */
export const writeReview = async (
  query: Query,
  { user_id, id, form_id }: Reviewed,
  review: Review,
  comments: readonly CommentEntry[],
  { author, by, now }: Said,
): Promise<Review> => {
  await query(
    `insert into reviews (user_id, submission_id, form_id, state, version, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, submission_id) do update set state = excluded.state,
       version = excluded.version, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [user_id, id, form_id, review.state, review.version, now, author],
  )
  if (comments.length === 0) return review
  const placed = comments.map((comment, at) => ({ ...comment, place: review.comments.length + at }))
  // From the row of the review, because only then a cluster runs it where that row is.
  await query(
    `insert into review_comments (user_id, submission_id, id, place, at, author, side, form_field_id,
       occurrence, text)
     select r.user_id, r.submission_id, x.id, x.place, $4, $5, $6, x.field_id, x.occurrence, x.text
     from reviews r, jsonb_to_recordset($3::jsonb) as x(id uuid, place integer, field_id text,
       occurrence integer, text text)
     where r.user_id = $1 and r.submission_id = $2
     on conflict (user_id, submission_id, id) do nothing`,
    [user_id, id, JSON.stringify(placed), now, author, by],
  )
  const said = comments.map(comment => ({ ...comment, at: now.toISOString(), author, by }))
  return { ...review, comments: [...review.comments, ...said] }
}

/** An answer that an edit changed, as it was before; null where there was none. */
interface EarlierAnswer {
  readonly form_field_id: string
  readonly occurrence: number
  readonly value: string | null
  readonly is_list: boolean
}

/** The answers that one edit changed. */
export interface Earlier {
  readonly replaced_at: Date
  readonly answers: readonly EarlierAnswer[]
}

const slotOf = ({ form_field_id, occurrence }: StoredAnswer): string =>
  `${occurrence} ${form_field_id}`

/** The answers that an edit changes, as they are before it. */
const changedBy = (
  before: readonly StoredAnswer[],
  after: readonly StoredAnswer[],
): readonly EarlierAnswer[] => {
  const valueBefore = new Map(before.map(answer => [slotOf(answer), answer.value]))
  const valueAfter = new Map(after.map(answer => [slotOf(answer), answer.value]))
  return [
    ...before.filter(answer => valueAfter.get(slotOf(answer)) !== answer.value),
    ...after
      .filter(answer => !valueBefore.has(slotOf(answer)) && answer.value !== '')
      .map(answer => ({ ...answer, value: null })),
  ]
}

/** How many edits of a submission are kept: more than a person makes. */
const mostEarlier = 100

/** Keeps what an edit replaces, under the revision that it replaces. */
export const keepEarlier = async (
  query: Query,
  userId: string,
  {
    id,
    rev,
    answers,
  }: { readonly id: string; readonly rev: string; readonly answers: readonly StoredAnswer[] },
  after: readonly StoredAnswer[],
  now: Date,
): Promise<void> => {
  const changed = changedBy(answers, after)
  if (changed.length === 0) return
  await query(
    `insert into earlier_answers (user_id, submission_id, rev, replaced_at, answers)
     values ($1, $2, $3::bigint, $4, $5::jsonb)`,
    [userId, id, rev, now, JSON.stringify(changed)],
  )
  await query(
    `delete from earlier_answers where user_id = $1 and submission_id = $2 and rev <= (
       select rev from earlier_answers where user_id = $1 and submission_id = $2
       order by rev desc offset ${mostEarlier} limit 1)`,
    [userId, id],
  )
}

/** What edits of a submission replaced, newest first. */
export const earlierAnswers = (query: Query, userId: string, submissionId: string) =>
  query<Earlier>(
    `select replaced_at, answers from earlier_answers
     where user_id = $1 and submission_id = $2 order by rev desc`,
    [userId, submissionId],
  )

/** Deletes what was said of a submission, and what its edits replaced. */
export const dropReview = async (
  query: Query,
  userId: string,
  submissionId: string,
): Promise<void> => {
  for (const table of ['earlier_answers', 'review_comments', 'reviews']) {
    await query(`delete from ${table} where user_id = $1 and submission_id = $2`, [
      userId,
      submissionId,
    ])
  }
}
