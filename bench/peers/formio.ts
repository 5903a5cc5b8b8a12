/** Form.io's renderer with the same survey. */
import { Formio } from '@formio/js/dist/formio.form.js'
import { makeFields } from '../fill/fields.ts'

const count = Number(new URLSearchParams(location.search).get('fields') ?? 500)
const fields = makeFields(count)

const kinds: Record<string, string> = {
  TEXT: 'textfield',
  NUMBER: 'number',
  RADIO: 'radio',
  TEXTAREA: 'textarea',
  SELECT: 'select',
  EMAIL: 'email',
  CHECKBOX: 'selectboxes',
  DATE: 'day',
  TEL: 'phoneNumber',
  PASSWORD: 'password',
  FILE: 'file',
  IMAGE: 'file',
}

const components = [...new Set(fields.map(field => field.section_name))].map(name => ({
  type: 'panel',
  key: name.replaceAll(' ', ''),
  title: name,
  components: fields
    .filter(field => field.section_name === name)
    .map(field => {
      const values = JSON.parse(field.options)
      return {
        type: kinds[field.type],
        key: field.field_id,
        label: field.label,
        description: field.help_text,
        validate: { required: Boolean(field.is_required) },
        values,
        data: { values },
        input: true,
      }
    }),
}))

const renderer = Formio ?? (globalThis as never as { Formio: unknown }).Formio

Object.assign(globalThis, {
  subject: {
    mount: () => void renderer.createForm(document.querySelector('#root'), { components }),
    input: (index: number) => document.querySelector(`input[name="data[q${index}]"]`),
  },
})
