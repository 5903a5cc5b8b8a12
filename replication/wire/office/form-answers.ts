import * as v from 'valibot'

/** The exact contents of the answers of the calls about forms. */

const text = v.string()
const whole = v.pipe(v.number(), v.integer())
const maybeText = v.nullable(text)

/** A form in the list. */
export const OfficeForm = v.object({
  id: text,
  title: text,
  description: text,
  /** `published`, `draft` or `removed`. */
  state: text,
  versions: whole,
  updated_at: text,
  assigned: whole,
  submissions: whole,
  last_received_at: maybeText,
})
/** A form in the list. */
export type OfficeForm = v.InferOutput<typeof OfficeForm>

/** The sections of a form with what they ask, to be read by people. */
export const Outline = v.array(
  v.object({
    name: text,
    is_repeated: v.boolean(),
    fields: v.array(
      v.object({
        id: text,
        label: text,
        type: text,
        is_required: v.boolean(),
        /** Whether it is calculated and never shown. */
        is_hidden: v.boolean(),
        /** Whether rules decide when it is asked. */
        is_conditional: v.boolean(),
        options: whole,
      }),
    ),
  }),
)
/** The sections of a form with what they ask. */
export type Outline = v.InferOutput<typeof Outline>

/** What of a field can differ between two versions of a form. */
export const aspects = [
  'label',
  'type',
  'options',
  'required',
  'help',
  'asked_when',
  'valid_when',
  'calculation',
  'start_value',
  'other_logic',
  'media',
  'section',
  'order',
] as const

/** What differs between two versions of a form, field by field. */
export const Change = v.object({
  kind: v.picklist(['added', 'removed', 'changed']),
  field_id: text,
  label: text,
  section: text,
  /** Empty for a field that was added or removed. Texts are '' for rules, which are written for machines. */
  what: v.array(v.object({ aspect: v.picklist(aspects), before: text, after: text })),
})
/** What differs in one field between two versions of a form. */
export type Change = v.InferOutput<typeof Change>

/** A form with its versions and files. */
export const FormOverview = v.object({
  id: text,
  title: text,
  description: text,
  state: text,
  updated_at: text,
  assigned: whole,
  submissions: whole,
  last_received_at: maybeText,
  /** The newest first. */
  versions: v.array(v.object({ number: whole, created_at: text, fields: whole })),
  files: v.array(
    v.object({
      id: text,
      name: text,
      /** `list`, or the type of its bytes. */
      type: text,
      bytes: whole,
      rows: v.nullable(whole),
    }),
  ),
  sections: Outline,
})
/** A form with its versions and files. */
export type FormOverview = v.InferOutput<typeof FormOverview>

/** Who has a form, of those whom the account sees. */
export const FormPeople = v.object({
  people: v.array(
    v.object({
      id: text,
      name: text,
      email: text,
      groups: v.array(text),
      is_assigned: v.boolean(),
    }),
  ),
  groups: v.array(v.object({ name: text, members: whole, assigned: whole })),
})
/** Who has a form, of those whom the account sees. */
export type FormPeople = v.InferOutput<typeof FormPeople>

/** What a file would become, before it is published. */
export const FormReading = v.object({
  /** Why it is no form; empty when it is one. */
  problems: v.array(v.object({ place: text, text })),
  /** How many problems there are, of which the first are listed. */
  problem_count: whole,
  /** Whether it is no form because it asks for its answers to be encrypted. */
  asks_encryption: v.boolean(),
  form: v.nullable(v.object({ id: text, title: text, sections: Outline })),
  lines: v.array(
    v.object({
      outcome: v.picklist(['translated', 'simplified', 'left out']),
      name: text,
      place: text,
      text,
    }),
  ),
  /** Of each outcome, how many lines there are, of which the first are listed. */
  counts: v.object({ translated: whole, simplified: whole, left_out: whole }),
  /** The files that the form names. */
  files: v.array(v.object({ name: text, state: v.picklist(['missing', 'used', 'unused']) })),
  /** The form that it would be the next version of; null for a new form. */
  current: v.nullable(
    v.object({
      title: text,
      state: text,
      version: whole,
      updated_at: text,
      changes: v.array(Change),
    }),
  ),
})
/** What a file would become, before it is published. */
export type FormReading = v.InferOutput<typeof FormReading>
