/** SurveyJS with its React rendering, on one page, validating while one types. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import 'survey-core/survey-core.css'
import { Survey } from 'survey-react-ui'
import { makeFields } from '../fill/fields.ts'

const count = Number(new URLSearchParams(location.search).get('fields') ?? 500)
const fields = makeFields(count)

const kinds: Record<string, object> = {
  TEXT: { type: 'text' },
  NUMBER: { type: 'text', inputType: 'number' },
  RADIO: { type: 'radiogroup' },
  TEXTAREA: { type: 'comment' },
  SELECT: { type: 'dropdown' },
  EMAIL: { type: 'text', inputType: 'email' },
  CHECKBOX: { type: 'checkbox' },
  DATE: { type: 'text', inputType: 'date' },
  TEL: { type: 'text', inputType: 'tel' },
  PASSWORD: { type: 'text', inputType: 'password' },
  FILE: { type: 'file' },
  IMAGE: { type: 'file', acceptedTypes: 'image/*' },
}

const sections = [...new Set(fields.map(field => field.section_name))]
const json = {
  textUpdateMode: 'onTyping',
  checkErrorsMode: 'onValueChanged',
  elements: sections.map(name => ({
    type: 'panel',
    name,
    title: name,
    elements: fields
      .filter(field => field.section_name === name)
      .map(field => ({
        ...kinds[field.type],
        name: field.field_id,
        title: field.label,
        description: field.help_text,
        isRequired: field.is_required,
        choices: JSON.parse(field.options).map(({ value, label }) => ({ value, text: label })),
      })),
  })),
}

Object.assign(globalThis, {
  subject: {
    mount: () => {
      const root = document.querySelector('#root')
      if (root !== null) createRoot(root).render(createElement(Survey, { model: new Model(json) }))
    },
    input: (index: number) => document.querySelector(`[data-name="q${index}"] input`),
  },
})
