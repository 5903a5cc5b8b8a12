import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { makeFields } from './fields.ts'
import { whoForm } from './who-form.ts'

/** The stored fields of the generated autopsy, for a form by hand: without its rules and its calculated scores. */
export const makeWhoFields = (): readonly FormQuestionDoc[] => {
  const fields = whoForm.sections.flatMap(({ name, fields: members }) =>
    members
      .filter(({ calculate }) => calculate === undefined)
      .map(field => ({ ...field, section_name: name })),
  )
  return makeFields(fields.length).map((blank, order) => {
    const field = fields[order]
    if (field === undefined) return blank
    const { id, label, type, options, section_name, help_text } = field
    return {
      ...blank,
      field_id: id,
      label,
      type,
      options: JSON.stringify(options),
      section_name,
      help_text,
      is_required: false,
      multiple: false,
    }
  })
}
