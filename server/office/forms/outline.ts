import type { Section } from '../../../replication/wire/forms.ts'
import type { Outline } from '../../../replication/wire/office/form-answers.ts'

/** What a form asks, to be read by people. */
export const outlineOf = (sections: readonly Section[]): Outline =>
  sections.map(({ name, repeat, fields }) => ({
    name,
    is_repeated: repeat !== undefined,
    fields: fields.map(field => ({
      id: field.id,
      label: field.label,
      type: field.type,
      is_required: field.is_required || field.required_if !== undefined,
      is_hidden: field.calculate !== undefined && field.show_calculation !== true,
      is_conditional: field.visible_if !== undefined,
      options: field.options.length,
    })),
  }))
