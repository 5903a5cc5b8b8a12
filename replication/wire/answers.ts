import * as v from 'valibot'

/**
 * What the API answers, read tolerantly (decisions 2): ids are strings inside, a field that does not
 * parse falls back, and a record is refused only when it has no id.
 */

const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value).trim()),
  v.minLength(1),
)
const text = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(value => String(value)),
  ),
  '',
)
const optionalText = v.optional(text, '')
/** A time without a zone is one of the server's, and servers keep UTC (decisions 7). */
const time = v.pipe(
  optionalText,
  v.transform(value =>
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)
      ? `${value.replace(' ', 'T')}Z`
      : value,
  ),
)
const flag = (otherwise: boolean) =>
  v.optional(
    v.fallback(
      v.pipe(
        v.union([v.boolean(), v.number(), v.picklist(['true', 'false', '0', '1', 'yes', 'no'])]),
        v.transform(value =>
          typeof value === 'string' ? ['true', '1', 'yes'].includes(value) : Boolean(value),
        ),
      ),
      otherwise,
    ),
    otherwise,
  )
const count = v.optional(
  v.fallback(
    v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number(), v.finite()),
    0,
  ),
  0,
)
const coordinate = v.optional(
  v.fallback(
    v.nullable(
      v.pipe(
        v.union([v.number(), v.string()]),
        v.transform(value => (value === '' ? Number.NaN : Number(value))),
        v.number(),
        v.finite(),
      ),
    ),
    null,
  ),
  null,
)

/** The surveyor (3.26). */
export const User = v.object({
  id,
  full_name: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  phone_number: optionalText,
  email: optionalText,
  address: optionalText,
  is_active: flag(true),
  is_first_login: flag(false),
  profile_image: optionalText,
  organization_name: optionalText,
  organization_logo: optionalText,
})

/** The four numbers of the dashboard (3.27). */
export const Stats = v.object({
  total_assigned_forms: count,
  total_submissions: count,
  submissions_today: count,
  response_rate: v.pipe(
    count,
    v.transform(rate => Math.min(100, Math.max(0, rate))),
  ),
})

/** One row of a submissions list or detail (3.22); answers stay as the server wrote them. */
export const SubmissionRow = v.object({
  id,
  form_id: id,
  form_name: optionalText,
  latitude: coordinate,
  longitude: coordinate,
  address: optionalText,
  city: optionalText,
  created_at: time,
  updated_at: time,
  answers: v.optional(v.fallback(v.array(v.unknown()), []), []),
  /** Ours: the row's revision, for If-Match. */
  rev: optionalText,
  /** Ours: echoed so that a lost answer is found again. */
  client_key: optionalText,
  /** Ours: when it was deleted; the answer to a POST that is repeated after that. '' while it lives. */
  deleted_at: optionalText,
  tempId: optionalText,
})

/** The place in a repeat; what is no number is as good as none. */
const occurrence = v.fallback(
  v.optional(
    v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(0)),
  ),
  undefined,
)

/** One answer of a row: text in `value`, lists and file URLs in `value_json` (3.22). */
export const AnswerRow = v.object({
  form_field_id: id,
  value: v.optional(v.unknown()),
  value_json: v.optional(v.unknown()),
  /** Absent where the server keeps no number of it. */
  occurrence,
})

/** A deleted row in the list of changes. */
export const Tombstone = v.object({ id, deleted_at: optionalText })

/**
 * The end of a page of changes: the cursor to ask with next, and whether more is waiting. `restarted` says that
 * the cursor was of a history that the server has lost, and that this page is the first one of all.
 */
export const ChangesMeta = v.object({ next: text, has_more: flag(false), restarted: flag(false) })

/** The surveyor, as parsed. */
export type User = v.InferOutput<typeof User>
export type Stats = v.InferOutput<typeof Stats>
export type SubmissionRow = v.InferOutput<typeof SubmissionRow>
export type AnswerRow = v.InferOutput<typeof AnswerRow>
