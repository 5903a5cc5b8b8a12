import * as v from 'valibot'
import { isJsonObject, type Json } from './envelope.ts'
import { FormMaps } from './form/maps.ts'
import { id, jsonObject, number, text as trimmed, utcTime } from './form/values.ts'
import { said } from './form/words.ts'
import { RowReview } from './review.ts'

/**
 * The API's answers, read tolerantly (decisions 2): ids become strings, a field that does not parse gets its
 * default, and a record is refused only when it has no id.
 */

/** Anything with an id. */
export const Identified = v.object({ id })
const text = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(value => String(value)),
  ),
  '',
)
const optionalText = v.optional(text, '')
const time = v.pipe(optionalText, v.transform(utcTime))
const flag = (otherwise: boolean) =>
  v.optional(
    v.fallback(
      v.pipe(
        v.union([
          v.boolean(),
          v.number(),
          v.pipe(
            v.string(),
            v.trim(),
            v.toLowerCase(),
            v.picklist(['true', 'false', '0', '1', 'yes', 'no']),
          ),
        ]),
        v.transform(value =>
          typeof value === 'string' ? ['true', '1', 'yes'].includes(value) : Boolean(value),
        ),
      ),
      otherwise,
    ),
    otherwise,
  )
const count = v.optional(v.fallback(number, 0), 0)
/** undefined when the row does not say it. */
const coordinate = v.fallback(v.optional(v.nullable(number)), undefined)

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

const untitledForm = 'Untitled Form'

/** A form as the list of forms has it (3.17). */
export const FormHead = v.pipe(
  jsonObject,
  v.object({
    id,
    title: said,
    name: said,
    description: said,
    /** 'draft' means unpublished; every other value can be filled in. */
    status: trimmed,
    submissions: v.fallback(number, 0),
    created_at: trimmed,
    createdAt: trimmed,
    updated_at: trimmed,
    updatedAt: trimmed,
    /** Extension: the base maps; absent when there are none. */
    maps: FormMaps,
  }),
  v.transform(({ name, createdAt, updatedAt, maps, ...head }) => {
    const made = head.created_at || createdAt
    return {
      ...head,
      title: head.title.words || name.words || untitledForm,
      description: head.description.words,
      status: head.status || 'published',
      created_at: utcTime(made),
      updated_at: utcTime(head.updated_at || updatedAt || made),
      ...(maps.length === 0 ? {} : { maps }),
    }
  }),
)

/** The names of a row's fields that a server may write in another way (3.21). */
const otherNames = {
  form_name: 'formName',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const

/** A row with its fields under their own names. One that says nothing counts as absent. */
const renamed = (raw: unknown): unknown => {
  if (!isJsonObject(raw)) return raw
  const row: Json = { ...raw }
  for (const [name, other] of Object.entries(otherNames)) row[name] = raw[name] || raw[other]
  return row
}

const submissionRow = v.object({
  id,
  form_id: id,
  form_name: optionalText,
  latitude: coordinate,
  longitude: coordinate,
  address: optionalText,
  city: optionalText,
  created_at: time,
  updated_at: time,
  /** null when the row does not say them. */
  answers: v.optional(v.fallback(v.nullable(v.array(v.unknown())), null), null),
  /** Extension: the row's revision, for If-Match. */
  rev: optionalText,
  /** Extension: echoed, so that the row of a lost answer can be found. */
  client_key: optionalText,
  /** Ours: when it was deleted; the answer to a POST that is repeated after that. '' while it lives. */
  deleted_at: optionalText,
  tempId: optionalText,
  /** Extension: as in the details of its POST; null where the row does not say it. */
  located_after: v.optional(v.fallback(v.nullable(v.pipe(number, v.minValue(0))), null), null),
  /** Extension: null without one, undefined where the row does not say it. */
  review: RowReview,
})

/** One row of a submissions list or detail (3.21, 3.22); answers stay as the server wrote them. */
export const SubmissionRow = v.pipe(v.unknown(), v.transform(renamed), submissionRow)

/** The place in a repeat; undefined for anything but a number. */
const occurrence = v.fallback(v.optional(v.pipe(number, v.integer(), v.minValue(0))), undefined)

/** One answer of a row: text in `value`, lists and file URLs in `value_json` (3.22). */
export const AnswerRow = v.object({
  form_field_id: id,
  value: v.optional(v.unknown()),
  value_json: v.optional(v.unknown()),
  /** Absent where the server does not keep it. */
  occurrence,
})

/** A deleted row in the list of changes. */
export const Tombstone = v.object({ id, deleted_at: optionalText })

/**
 * The end of a page of changes: the next cursor, and whether more pages follow. `restarted` means that the server
 * has lost the history of the cursor, and that this is the first page of all.
 */
export const ChangesMeta = v.object({ next: text, has_more: flag(false), restarted: flag(false) })

export type User = v.InferOutput<typeof User>
export type FormHead = v.InferOutput<typeof FormHead>
export type Stats = v.InferOutput<typeof Stats>
export type SubmissionRow = v.InferOutput<typeof SubmissionRow>
export type AnswerRow = v.InferOutput<typeof AnswerRow>

const digestMark = '#sha256='

/** The address of a file with the digest of its bytes, by which a device recognizes its own files; `sha256` in hex. */
export const withDigest = (address: string, sha256: string): string =>
  `${address}${digestMark}${sha256}`

/** The SHA-256 of the bytes that an address stands for, in hex; null on a server that does not say it. */
export const digestIn = (address: string): string | null =>
  /#sha256=([0-9a-f]{64})$/.exec(address)?.[1] ?? null
