/**
 * The minimum cost of the same survey: its HTML in one assignment, one listener, a set of invalid fields, and a
 * button. It stores nothing and has no components.
 */
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { makeFields, type Subject } from './fields.ts'
import { largeChoiceAt, repeated } from './large-fields.ts'
import { deciderAt, shownAtOnce } from './logic-fields.ts'
import { groups, idOf, isShownByHand, perGroup } from './who-form.ts'
import { makeWhoFields } from './who-fields.ts'
import './floor.css'

const kinds: Readonly<Record<string, string>> = {
  TEXT: 'text',
  NUMBER: 'text',
  EMAIL: 'email',
  DATE: 'date',
  TEL: 'tel',
  PASSWORD: 'password',
  FILE: 'file',
  IMAGE: 'file',
}

const controlOf = ({ field_id, type, options }: FormQuestionDoc): string => {
  const choices = JSON.parse(options) as readonly { value: string; label: string }[]
  if (type === 'TEXTAREA') return `<textarea id="${field_id}" name="${field_id}"></textarea>`
  if (type === 'SELECT') {
    const list = choices.map(({ value, label }) => `<option value="${value}">${label}</option>`)
    return `<select id="${field_id}" name="${field_id}"><option value="">Choose…</option>${list.join('')}</select>`
  }
  if (choices.length > 0) {
    const kind = type === 'RADIO' ? 'radio' : 'checkbox'
    return choices
      .map(
        ({ value, label }) =>
          `<label class="choice"><input type="${kind}" name="${field_id}" value="${value}">${label}</label>`,
      )
      .join('')
  }
  return `<input id="${field_id}" name="${field_id}" type="${kinds[type] ?? 'text'}">`
}

const fieldHtml = (field: FormQuestionDoc): string => {
  const { field_id, label, order, is_required, help_text, options } = field
  const words = `${order + 1}. ${label}${is_required ? ' *' : ''}`
  const help = help_text === '' ? '' : `<p>${help_text}</p>`
  const isGroup = options !== '[]' && field.type !== 'SELECT'
  const body = isGroup
    ? `<fieldset><legend>${words}</legend>${help}${controlOf(field)}</fieldset>`
    : `<label for="${field_id}">${words}</label>${help}${controlOf(field)}`
  return `<div class="field" data-field="${order}" data-id="${field_id}">${body}<p class="error" hidden></p></div>`
}

const problemOf = ({ type, is_required }: FormQuestionDoc, value: string): string => {
  if (value.trim() === '') return is_required ? 'This field is required.' : ''
  if (type === 'EMAIL') return /^\S+@\S+\.\S+$/.test(value) ? '' : 'Please enter a valid email.'
  if (type === 'NUMBER') return Number.isFinite(Number(value)) ? '' : 'Please enter a number.'
  if (type === 'TEL') return /^\+?\d{7,15}$/.test(value) ? '' : 'Please enter a phone number.'
  return ''
}

const query = new URLSearchParams(location.search)
const count = Number(query.get('fields') ?? 500)
const more = (Number(query.get('occurrences') ?? 1) - 1) * repeated

/** A question whose answer shows or hides the next two. */
interface Decider {
  readonly at: number
  readonly hides: (value: string) => boolean
}

const deciderOf = (form: string | null): Decider | null => {
  if (form === 'logic') return { at: deciderAt(count), hides: value => value.length % 2 === 1 }
  if (form === 'large') return { at: largeChoiceAt(count), hides: value => value !== 'o0' }
  return null
}

const decider = deciderOf(query.get('form'))

/** Shows the questions of the generated autopsy that its answers ask for, and hides the others. */
const showAsked = (root: Element, answers: ReadonlyMap<string, string>): void => {
  for (let group = 0; group < groups; group += 1) {
    for (let n = 0; n < perGroup; n += 1) {
      const question = root.querySelector<HTMLElement>(`[data-id="${idOf(group, n)}"]`)
      if (question !== null) question.hidden = !isShownByHand(answers, group, n)
    }
  }
}

const isWho = query.get('form') === 'who'

const mount = (): void => {
  const fields = isWho ? makeWhoFields() : makeFields(count + more)
  const byId = new Map(fields.map(field => [field.field_id, field]))
  const invalid = new Set(fields.filter(field => field.is_required).map(field => field.field_id))
  const sections = new Map<string, FormQuestionDoc[]>()
  for (const field of fields) {
    sections.set(field.section_name, [...(sections.get(field.section_name) ?? []), field])
  }
  const root = document.querySelector('#root')
  if (root === null) return
  root.innerHTML = `<h1>Survey</h1>${[...sections]
    .map(
      ([name, members]) => `<section><h2>${name}</h2>${members.map(fieldHtml).join('')}</section>`,
    )
    .join('')}<div class="bar"><button disabled>Submit</button></div>`
  const button = root.querySelector('button')
  const values = new Map<string, string>()
  if (isWho) showAsked(root, values)
  root.addEventListener('input', event => {
    const { name, value } = event.target as HTMLInputElement
    const field = byId.get(name)
    if (field === undefined) return
    values.set(name, value)
    const problem = problemOf(field, value)
    if (problem === '') invalid.delete(name)
    else invalid.add(name)
    const error = (event.target as HTMLElement)
      .closest('.field')
      ?.querySelector<HTMLElement>('.error')
    if (error) {
      error.textContent = problem
      error.hidden = problem === ''
    }
    if (button !== null) button.disabled = invalid.size > 0
    if (isWho) showAsked(root, values)
    if (field.order !== decider?.at) return
    for (let step = 1; step <= shownAtOnce; step += 1) {
      const other = root.querySelector<HTMLElement>(`[data-field="${decider.at + step}"]`)
      if (other !== null) other.hidden = decider.hides(value)
    }
  })
}

const subject: Subject = { mount }
Object.assign(globalThis, { subject })
