import * as v from 'valibot'
import { ExactReview } from '../../replication/wire/office/review-answers.ts'
import { fieldTypes } from '../../replication/wire/field-types.ts'

/** The exact contents of this server's answers. A test compares them with real answers. */

const text = v.string()
const maybeText = v.nullable(text)
const whole = v.pipe(v.number(), v.integer())
const moment = v.pipe(text, v.isoTimestamp())
const maybeNumber = v.nullable(v.number())
const words = v.optional(v.record(text, text))
const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, text])) as Record<Name, typeof text>

const User = v.object({
  ...texts('id', 'full_name', 'first_name', 'last_name', 'phone_number', 'email', 'address'),
  is_active: v.boolean(),
  is_first_login: v.boolean(),
  profile_image: maybeText,
  organization_name: maybeText,
  organization_logo: maybeText,
})

/** A base map of a form. */
const FormMap = v.object({
  ...texts('id', 'name', 'area', 'sha256', 'attribution'),
  kind: v.picklist(['raster', 'vector']),
  size_bytes: whole,
  bounds: v.array(v.number()),
  min_zoom: whole,
  max_zoom: whole,
})

const FormHead = v.object({
  ...texts('id', 'title', 'description', 'status'),
  submissions: whole,
  created_at: moment,
  updated_at: moment,
  maps: v.optional(v.array(FormMap)),
})

const Option = v.object({
  value: text,
  label: text,
  labels: words,
  more: v.optional(v.record(text, text)),
})

/** Loose because of the rules (docs/form-logic.md), which the wire's parser checks. */
const Field = v.looseObject({
  ...texts('id', 'name', 'label', 'placeholder', 'help_text'),
  labels: words,
  type: v.picklist(fieldTypes),
  placeholders: words,
  order: v.number(),
  help_texts: words,
  guidance: v.optional(text),
  guidances: words,
  is_required: v.boolean(),
  options: v.array(Option),
  multiple: v.boolean(),
  range: v.optional(v.object({ min: v.number(), max: v.number(), step: v.number() })),
  max_kb: maybeNumber,
  appearance: v.optional(v.array(text)),
  parameters: v.optional(v.record(text, v.number())),
})

const Section = v.looseObject({
  id: text,
  name: text,
  names: words,
  order: v.number(),
  fields: v.array(Field),
})

const FormFile = v.object({ id: text, name: text })

const Form = v.object({
  ...FormHead.entries,
  sections: v.array(Section),
  files: v.optional(v.array(FormFile)),
})

/** The contents of a form's file: a list, or a picture, sound or film. */
const FormContents = v.union([
  v.object({ columns: v.array(text), rows: v.array(v.array(text)) }),
  v.object({ type: text, base64: text }),
])

/** One answer: a text in `value`, a list or the links of files in `value_json`. */
const Answer = v.object({
  form_field_id: text,
  value: maybeText,
  value_json: v.nullable(v.array(v.unknown())),
  occurrence: whole,
})

const Row = v.object({
  ...texts('id', 'form_id', 'form_name', 'created_at', 'rev'),
  latitude: maybeNumber,
  longitude: maybeNumber,
  located_after: maybeNumber,
  address: maybeText,
  updated_at: moment,
  deleted_at: v.nullable(moment),
  client_key: maybeText,
  tempId: maybeText,
  review: v.nullable(ExactReview),
  answers: v.array(Answer),
})

const CaseOperation = v.object({
  ...texts('key', 'at', 'label', 'by', 'form_id', 'submission_id'),
  act: v.picklist(['create', 'update']),
  seen: v.object({ version: whole, heads: v.array(text) }),
  values: v.record(text, text),
})

/** A case with what every interview about it says. */
const Case = v.object({ id: text, list: text, operations: v.array(CaseOperation) })

const Stats = v.object({
  total_assigned_forms: whole,
  total_submissions: whole,
  submissions_today: whole,
  response_rate: v.pipe(whole, v.minValue(0), v.maxValue(100)),
})

const Refusal = v.object({
  status: v.literal(false),
  message: text,
  errors: v.optional(v.record(text, v.array(text))),
  code: v.optional(text),
  /** The row as it stands, for 409 and 412. */
  data: v.optional(Row),
})

const Tombstone = v.object({ id: text, deleted_at: moment })
const PageMeta = v.object({ page: whole, limit: whole, total: whole })
const ChangesMeta = v.object({
  next: text,
  has_more: v.boolean(),
  restarted: v.optional(v.boolean()),
})

/** The schemas that the document names. */
export const named = {
  User,
  FormHead,
  Form,
  Section,
  Field,
  Answer,
  Row,
  Tombstone,
  Stats,
  Case,
  Refusal,
}

/** The kinds of successful answers: `data`, and the members next to it. */
export const successes = {
  null: { data: v.null() },
  valid: { data: v.object({ valid: v.boolean() }) },
  login: { data: v.object({ access_token: text, user: User }) },
  user: { data: User },
  recoveryKey: { data: v.object({ recovery_key: text }) },
  setUser: { data: v.object({ user: User }) },
  forms: { data: v.array(FormHead), meta: PageMeta },
  form: { data: Form },
  file: { data: FormContents },
  rows: {
    data: v.array(Row),
    meta: v.union([PageMeta, ChangesMeta]),
    deleted: v.optional(v.array(Tombstone)),
  },
  row: { data: Row },
  upload: { data: v.object({ id: text }) },
  tombstone: { data: Tombstone },
  stats: { data: Stats },
  mapPieces: { data: v.object({ piece_bytes: whole, sha256: v.array(text) }) },
  cases: {
    data: v.array(Case),
    deleted: v.array(v.object({ id: text })),
    meta: ChangesMeta,
  },
} as const satisfies Readonly<Record<string, v.ObjectEntries>>
