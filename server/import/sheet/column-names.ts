/* The names of columns. A sheet may use older or longer names for them, as in the reference converter. */

/** The current names of the columns of `survey`, by others in lower case. */
const surveyNames: Readonly<Record<string, string>> = {
  command: 'type',
  tag: 'name',
  value: 'name',
  caption: 'label',
  relevance: 'relevant',
  'bind::relevant': 'relevant',
  'bind::required': 'required',
  readonly: 'read_only',
  'bind::readonly': 'read_only',
  'bind::constraint': 'constraint',
  calculate: 'calculation',
  'bind::calculate': 'calculation',
  constraint_msg: 'constraint_message',
  constraining_message: 'constraint_message',
  'bind::jr::constraintmsg': 'constraint_message',
  required_msg: 'required_message',
  requiredmsg: 'required_message',
  'bind::jr::requiredmsg': 'required_message',
  'control::appearance': 'appearance',
  'body::appearance': 'appearance',
  count: 'repeat_count',
  'jr::count': 'repeat_count',
  'control::jr::count': 'repeat_count',
  'body::jr::count': 'repeat_count',
  'bind::entities::saveto': 'save_to',
}

const settingsNames: Readonly<Record<string, string>> = {
  title: 'form_title',
  set_form_title: 'form_title',
  set_form_id: 'form_id',
}

const namesBySheet: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  survey: surveyNames,
  choices: { caption: 'label' },
  external_choices: { caption: 'label' },
  settings: settingsNames,
  entities: { dataset: 'list_name' },
}

/** Normalizes a column header: `Label :: English (en)` becomes `label::English (en)`. */
export const headOf = (text: string): string => {
  const [name = '', ...rest] = text.split(/\s*::?\s*/)
  return [name.trim().toLowerCase().replace(/ /g, '_'), ...rest].join('::')
}

/** The current name of a column of a sheet, by its header: `bind::relevant` is `relevant`. */
export const columnNameOf = (sheet: string, header: string): string => {
  const head = headOf(header)
  const names = namesBySheet[sheet.toLowerCase()] ?? {}
  const parts = head.split('::')
  // The longest first, because `bind` alone is none of them.
  for (let count = Math.min(3, parts.length); count > 0; count -= 1) {
    const found = names[parts.slice(0, count).join('::').toLowerCase()]
    if (found !== undefined) return [found, ...parts.slice(count)].join('::')
  }
  return head
}
