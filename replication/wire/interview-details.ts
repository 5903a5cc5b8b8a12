import * as v from 'valibot'
import { mostHints, reasonChars } from './calls.ts'
import { isStorable } from './device-report.ts'
import { SubmissionCreateRequest } from './requests.ts'
import { Replies } from './review.ts'

/** How an interview was made, as the announced extension `interview-details` sends it with a new submission. */

/** A text of at most `most` characters, with spaces for control characters. */
const shortText = (most: number) =>
  v.pipe(
    v.string(),
    v.transform(text => [...text.replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, most).join('')),
  )

const moment = v.pipe(
  v.string(),
  v.check(text => isStorable(new Date(text))),
  v.transform(text => new Date(text).toISOString()),
)

/** A value; null where it is missing or unreadable, because an interview is never refused for its details. */
const orNull = <Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) =>
  v.fallback(v.optional(v.nullable(schema), null), null)

const HintDetail = v.object({
  /** Lower-case letters, such as `number`. An app of another version may know other kinds. */
  kind: v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/)),
  /** The field that it is about; '' for the whole interview. */
  field_id: v.pipe(v.string(), v.maxLength(200)),
  /** The field's occurrence within a repeat, from 0. */
  occurrence: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999)),
  /** The surveyor's answer to it; '' without one. */
  reason: shortText(reasonChars),
})

/** A hint that was shown before Submit, such as a number far from the usual. */
export type HintDetail = v.InferOutput<typeof HintDetail>

/** The readable ones of a list. */
const Hints = v.pipe(
  v.array(v.unknown()),
  v.transform(hints =>
    hints.slice(0, mostHints).flatMap(hint => {
      const read = v.safeParse(HintDetail, hint)
      return read.success ? read.output : []
    }),
  ),
)

const InterviewDetails = v.object({
  /** The version of the form (form/version.ts). */
  definition_hash: orNull(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
  /** The first keystroke, by the device's clock. */
  started_at: orNull(moment),
  /** Of the position, in metres. */
  accuracy: orNull(v.pipe(v.number(), v.finite(), v.minValue(0))),
  /** The seconds from the first keystroke to the position, where they were more than an hour. */
  located_after: orNull(v.pipe(v.number(), v.finite(), v.minValue(0))),
  /** When the request was sent, by the device's clock. */
  sent_at: orNull(moment),
  /** The place in words. */
  address: orNull(shortText(200)),
  hints: v.fallback(v.optional(Hints, []), []),
})

/** How an interview was made; null and empty for what is not known. */
export type InterviewDetails = v.InferOutput<typeof InterviewDetails>

/** The details of a request without any, or with none that can be read. */
const none: InterviewDetails = {
  definition_hash: null,
  started_at: null,
  accuracy: null,
  located_after: null,
  sent_at: null,
  address: null,
  hints: [],
}

/**
 * POST form-submissions with the details, and with the replies of a submission that a restored server has lost. They are
 * no part of what a repeat must equal.
 */
export const DetailedCreateRequest = v.object({
  ...SubmissionCreateRequest.entries,
  details: v.fallback(v.optional(InterviewDetails, none), none),
  comments: Replies,
})

/** Such a request. */
export type DetailedCreateRequest = v.InferOutput<typeof DetailedCreateRequest>
