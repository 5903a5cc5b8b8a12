/** ODK Web Forms with the equivalent XForm. */
import { OdkWebForm, webFormsPlugin } from '@getodk/web-forms'
import { createApp, h } from 'vue'
import { makeFields } from '../fill/fields.ts'

const count = Number(new URLSearchParams(location.search).get('fields') ?? 500)
const fields = makeFields(count)

const types: Record<string, string> = {
  NUMBER: 'int',
  DATE: 'date',
  FILE: 'binary',
  IMAGE: 'binary',
}

const bind = ({ field_id, type, is_required, section_id }) =>
  `<bind nodeset="/data/${section_id}/${field_id}" type="${types[type] ?? 'string'}"${is_required ? ' required="true()"' : ''}/>`

const control = ({ field_id, type, label, help_text, options, section_id }) => {
  const inside = `<label>${label}</label>${help_text ? `<hint>${help_text}</hint>` : ''}`
  const items = JSON.parse(options)
    .map(({ value, label: text }) => `<item><label>${text}</label><value>${value}</value></item>`)
    .join('')
  const ref = `ref="/data/${section_id}/${field_id}"`
  if (type === 'CHECKBOX') return `<select ${ref}>${inside}${items}</select>`
  if (type === 'RADIO') return `<select1 ${ref}>${inside}${items}</select1>`
  if (type === 'SELECT') return `<select1 appearance="minimal" ${ref}>${inside}${items}</select1>`
  if (type === 'IMAGE') return `<upload mediatype="image/*" ${ref}>${inside}</upload>`
  if (type === 'FILE') return `<upload mediatype="application/*" ${ref}>${inside}</upload>`
  return `<input${type === 'TEXTAREA' ? ' appearance="multiline"' : ''} ${ref}>${inside}</input>`
}

const sections = [...new Set(fields.map(field => field.section_id))]
const within = (id: string) => fields.filter(field => field.section_id === id)
const formXml = `<?xml version="1.0"?><h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms"><h:head><h:title>Survey</h:title><model><instance><data id="bench">${sections
  .map(
    id =>
      `<${id}>${within(id)
        .map(({ field_id }) => `<${field_id}/>`)
        .join('')}</${id}>`,
  )
  .join(
    '',
  )}<orx:meta><orx:instanceID/></orx:meta></data></instance>${fields.map(bind).join('')}<bind nodeset="/data/orx:meta/orx:instanceID" type="string" readonly="true()" jr:preload="uid"/></model></h:head><h:body>${sections
  .map(
    id =>
      `<group ref="/data/${id}"><label>${within(id)[0].section_name}</label>${within(id).map(control).join('')}</group>`,
  )
  .join('')}</h:body></h:html>`

Object.assign(globalThis, {
  subject: {
    mount: () => {
      createApp({
        render: () =>
          h(OdkWebForm, {
            formXml,
            fetchFormAttachment: () => Promise.reject(new Error('none')),
            missingResourceBehavior: 'BLANK',
          }),
      })
        .use(webFormsPlugin)
        .mount('#root')
    },
    input: (index: number) => {
      const text = `Question ${index + 1} about`
      const label = [...document.querySelectorAll('label, .control-text')].find(one =>
        one.textContent?.includes(text),
      )
      for (let at = label?.parentElement; at; at = at.parentElement) {
        const input = at.querySelector('input')
        if (input !== null) return input
      }
      return null
    },
  },
})
