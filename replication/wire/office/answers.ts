import * as v from 'valibot'
import { EarlierAnswer, ReviewAnswer } from './review-answers.ts'
import { roles, Scope } from './roles.ts'

/** The exact contents of the answers of the office's calls, which the page reads and a test compares with real ones. */

const text = v.string()

/** The signed-in account. */
export const Account = v.object({
  id: text,
  email: text,
  name: text,
  role: v.picklist(roles),
  scope: Scope,
  /** Whether it signs in with a code too. */
  has_code: v.boolean(),
  /** Whether the password is a temporary one, with which it may only choose another. */
  is_temporary: v.boolean(),
  organization_name: v.nullable(text),
})
/** The signed-in account. */
export type Account = v.InferOutput<typeof Account>

/** A secret for an authenticator, which is not asked for before one of its codes was sent. */
export const OfferedCode = v.object({ secret: text, uri: text })

/** Codes for one sign-in each, for the day on which the phone is lost. They are shown once. */
export const RecoveryCodes = v.object({ recovery_codes: v.array(text) })

const whole = v.pipe(v.number(), v.integer())
const maybeText = v.nullable(text)
const maybeNumber = v.nullable(v.number())

/** What was received today and in the last seven days (in UTC), and what does not arrive. */
export const Today = v.object({
  at: text,
  /** The last seven days, oldest first. */
  days: v.array(text),
  forms: v.array(
    v.object({
      id: text,
      title: text,
      stored: whole,
      counts: v.array(whole),
      /** Received or corrected, and not decided. */
      to_review: whole,
    }),
  ),
  people: v.array(
    v.object({
      id: text,
      name: text,
      email: text,
      stored: whole,
      counts: v.array(whole),
      last_contact_at: maybeText,
      /** Active, and without contact for two days. */
      is_silent: v.boolean(),
      /** How many submissions the phone has that the server does not; null when it has not said. */
      waiting: v.nullable(whole),
      oldest_waiting_at: maybeText,
    }),
  ),
})
/** What was received today and in the last seven days, and what does not arrive. */
export type Today = v.InferOutput<typeof Today>

/** A surveyor, with what their phone has said. */
export const Person = v.object({
  id: text,
  name: text,
  email: text,
  phone_number: text,
  groups: v.array(text),
  is_active: v.boolean(),
  is_first_login: v.boolean(),
  submissions: whole,
  last_contact_at: maybeText,
  is_silent: v.boolean(),
  waiting: v.nullable(whole),
  oldest_waiting_at: maybeText,
  app_version: maybeText,
  free_bytes: maybeNumber,
})
/** A surveyor, with what their phone has said. */
export type Person = v.InferOutput<typeof Person>

const File = v.object({ id: text, name: text, field_id: text, occurrence: whole })

/** A submission without its answers. */
const submissionEntries = {
  id: text,
  surveyor_id: text,
  surveyor: text,
  surveyor_name: text,
  created_at: text,
  received_at: text,
  updated_at: text,
  /** Seconds from the first keystroke to the submission. */
  duration: maybeNumber,
  version: v.nullable(whole),
  latitude: maybeNumber,
  longitude: maybeNumber,
  address: maybeText,
  files: v.array(File),
} as const

const Column = v.object({
  id: text,
  label: text,
  section: text,
  type: text,
  is_number: v.boolean(),
  /** Whether an answer may have several values. */
  is_list: v.boolean(),
  /** Those of the form itself; the values of a list are not among them, because there may be thousands. */
  options: v.array(v.object({ code: text, label: text })),
})

/** What the table of a form's submissions is made of, and how many rows a filter leaves. */
export const SubmissionTable = v.object({
  form: v.object({ id: text, title: text }),
  /** The languages of the form's labels, such as fr. */
  languages: v.array(text),
  /** The repeats, which are tables of their own, with their labels. */
  repeats: v.array(v.object({ id: text, label: text })),
  columns: v.array(Column),
  /** Who has sent some, by name. */
  surveyors: v.array(v.object({ id: text, name: text })),
  total: whole,
  /** When this was counted. Rows that arrive later are not in it. */
  at: text,
})
/** What the table of a form's submissions is made of. */
export type SubmissionTable = v.InferOutput<typeof SubmissionTable>

/** Some rows of the table. */
export const SubmissionRows = v.object({
  rows: v.array(
    v.object({
      ...submissionEntries,
      /** From 0; that of a submission is 0 too. */
      occurrence: whole,
      /** The answers in the order of the columns, with labels instead of codes; null when they are too large for a table. */
      cells: v.nullable(v.array(v.union([text, v.number(), v.null()]))),
    }),
  ),
})
/** Some rows of the table. */
export type SubmissionRows = v.InferOutput<typeof SubmissionRows>

/** A view of a form's table that an account keeps: what the address of the page says. */
export const SavedView = v.object({ name: text, address: text })
/** A view of a form's table that an account keeps. */
export type SavedView = v.InferOutput<typeof SavedView>

/** One submission with all its answers. */
export const SubmissionDetail = v.object({
  ...submissionEntries,
  ...ReviewAnswer.entries,
  /** What edits replaced, newest first. */
  earlier: v.array(EarlierAnswer),
  form: v.object({ id: text, title: text }),
  /** The languages of the form's labels. */
  languages: v.array(text),
  started_at: maybeText,
  accuracy: maybeNumber,
  hints: maybeText,
  answers: v.array(
    v.object({
      field_id: text,
      section: text,
      label: text,
      /** From 0; that of a field that does not repeat is 0 too. */
      occurrence: whole,
      is_repeated: v.boolean(),
      type: text,
      values: v.array(text),
    }),
  ),
})
/** One submission with all its answers. */
export type SubmissionDetail = v.InferOutput<typeof SubmissionDetail>
