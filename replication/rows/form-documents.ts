import { defaultHashSha256 } from 'rxdb'
import { questionId } from '../../collections/ids.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import type { FormHead } from '../wire/answers.ts'
import { mediaAs } from '../wire/form/media.ts'
import { definitionHash } from '../wire/form/version.ts'
import type { Field, FieldMore, FormDefinition, Section } from '../wire/forms.ts'
import { parseLogic } from '../wire/logic.ts'

/** Forms of the server as documents. */

/** The head of a form, without a definition. */
export const headToDoc = (head: FormHead): FormDoc => ({
  id: head.id,
  title: head.title,
  name: head.title,
  description: head.description,
  status: head.status,
  submissions: head.submissions,
  created_at: head.created_at,
  updated_at: head.updated_at,
  createdAt: head.created_at,
  sections: [],
  definition_hash: '',
  fetched_at: 0,
  hidden: 0,
  newest: newestOf(head.updated_at),
  ...(head.maps === undefined ? {} : { maps: head.maps }),
})

/** A form with its fields. */
export interface FormDocs {
  readonly form: FormDoc
  readonly questions: readonly FormQuestionDoc[]
}

/** A definition that was fetched at `now`. */
export const definitionToDocs = async (
  definition: FormDefinition,
  now: number,
): Promise<FormDocs> => {
  const { sections, ...head } = definition
  const hash = await definitionHash(definition, defaultHashSha256)
  const form = {
    ...headToDoc(head),
    sections: sections.map(({ id, name, order }) => ({ id, name, order })),
    definition_hash: hash,
    fetched_at: now,
  }
  return { form, questions: toQuestions(definition, hash) }
}

const toQuestions = (form: FormDefinition, hash: string): FormQuestionDoc[] =>
  form.sections
    .flatMap(section => section.fields.map(field => ({ section, field })))
    .map(({ section, field }, order) => ({
      id: questionId(hash, field.id),
      form_id: form.id,
      definition_hash: hash,
      field_id: field.id,
      section_id: section.id,
      section_name: section.name,
      section_order: section.order,
      name: field.name,
      label: field.label,
      placeholder: field.placeholder,
      type: field.type,
      order,
      options: JSON.stringify(field.options),
      is_required: field.is_required,
      help_text: field.help_text,
      multiple: field.multiple,
      max_kb: field.max_kb ?? 0,
      ...moreOf(section, field),
    }))

/** What a field and its section have beyond the spec, as stored; no property when there is nothing. */
const moreOf = (section: Section, field: Field): Pick<FormQuestionDoc, 'logic'> => {
  const more: FieldMore = {
    ...parseLogic({ ...field }),
    ...present('labels', field.labels),
    ...present('placeholders', field.placeholders),
    ...present('help_texts', field.help_texts),
    ...present('guidance', field.guidance),
    ...present('guidances', field.guidances),
    ...present('range', field.range),
    ...present('is_numeric', field.is_numeric),
    ...mediaAs({ ...field }),
    ...present('section_names', section.names),
    ...present('section_fills', section.fills),
    ...present('section_repeat', section.repeat),
  }
  return Object.keys(more).length === 0 ? {} : { logic: JSON.stringify(more) }
}

const present = <Name extends keyof FieldMore>(
  name: Name,
  value: FieldMore[Name] | undefined,
): Partial<FieldMore> => (value === undefined ? {} : { [name]: value })
