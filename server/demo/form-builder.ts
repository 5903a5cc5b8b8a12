import { takesFiles, type FieldType } from '../../replication/wire/field-types.ts'
import type { Field, FormDefinition, Section } from '../../replication/wire/forms.ts'
import type { FieldLogic } from '../../replication/wire/logic.ts'

/**
 * A short notation for the demo's forms. Each field also describes its demo answers: `samples` to choose from, or
 * a `range` of numbers. Neither is part of the published form.
 */
export interface DemoField {
  readonly name: string
  readonly label: string
  readonly type: FieldType
  readonly more: FieldMore
}

/** Properties that most fields leave at the default, and the look of the demo answers. */
interface FieldMore {
  readonly required?: boolean
  readonly help?: string
  readonly placeholder?: string
  readonly options?: readonly string[]
  readonly multiple?: boolean
  readonly maxKb?: number
  readonly samples?: readonly string[]
  readonly range?: readonly [from: number, to: number]
  readonly rules?: FieldLogic
}

/** A group of fields with a heading. */
export interface DemoSection {
  readonly name: string
  readonly fields: readonly DemoField[]
}

/** A form in the short notation. */
export interface DemoForm {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: 'published' | 'draft'
  readonly sections: readonly DemoSection[]
}

const field =
  (type: FieldType) =>
  (name: string, label: string, more: FieldMore = {}): DemoField => ({ name, label, type, more })

const choice =
  (type: FieldType) =>
  (name: string, label: string, options: readonly string[], more: FieldMore = {}): DemoField => ({
    name,
    label,
    type,
    more: { ...more, options },
  })

/** A line of text. */
export const text = field('TEXT')
/** An e-mail address. */
export const email = field('EMAIL')
/** A number. */
export const number = field('NUMBER')
/** A secret of six characters or more. */
export const password = field('PASSWORD')
/** A phone number. */
export const tel = field('TEL')
/** Several lines of text. */
export const textarea = field('TEXTAREA')
/** A day. */
export const date = field('DATE')
/** One or more files. */
export const file = field('FILE')
/** One or more pictures. */
export const image = field('IMAGE')
/** One of a few options, all shown. */
export const radio = choice('RADIO')
/** Any of the options. */
export const checkbox = choice('CHECKBOX')
/** One of many options, in a list. */
export const select = choice('SELECT')

/** Groups fields under a heading. */
export const section = (name: string, fields: readonly DemoField[]): DemoSection => ({
  name,
  fields,
})

/** The options of a plain question. */
export const yesNo = ['Yes', 'No'] as const
/** The options of a question that some people cannot answer. */
export const yesNoUnsure = ['Yes', 'No', 'Not sure'] as const

/** The id of a field. The name alone is not unique across forms. */
export const demoFieldId = (formId: string, name: string): string => `${formId}.${name}`

const slug = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** An option's stored value, from its label. */
export const optionValue = slug

const fieldOf = (formId: string, demo: DemoField, order: number): Field => ({
  id: demoFieldId(formId, demo.name),
  name: demo.name,
  label: demo.label,
  type: demo.type,
  placeholder: demo.more.placeholder ?? '',
  order,
  help_text: demo.more.help ?? '',
  is_required: demo.more.required ?? false,
  options: (demo.more.options ?? []).map(label => ({ value: optionValue(label), label })),
  multiple: demo.more.multiple ?? takesFiles(demo.type),
  max_kb: demo.more.maxKb ?? null,
  ...demo.more.rules,
})

const sectionOf = (form: DemoForm, demo: DemoSection, order: number): Section => ({
  id: `${form.id}.section-${order}`,
  name: demo.name,
  order,
  fields: demo.fields.map((entry, index) => fieldOf(form.id, entry, index + 1)),
})

/** The form as it is published. */
export const demoFormToDefinition = (form: DemoForm, now: Date): FormDefinition => ({
  id: form.id,
  title: form.title,
  description: form.description,
  status: form.status,
  submissions: 0,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  sections: form.sections.map((entry, index) => sectionOf(form, entry, index + 1)),
})
