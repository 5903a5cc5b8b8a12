import type { FormDefinition, Section } from '../../replication/wire/forms.ts'

/**
 * A generated survey of the size and shape of the WHO's verbal autopsy: 400 questions, 380 of them in groups within
 * groups that depend on earlier answers, and scores that are calculated from them. Its words are made up.
 */

export const groups = 19
export const perGroup = 20
/** Questions that are always asked, one for each group and one more. */
const openers = groups + 1

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unsure', label: 'Does not know' },
  { value: 'refused', label: 'Refused to answer' },
]

const isYes = (id: string) => ({ '==': [{ var: id }, 'yes'] })

type Field = Section['fields'][number]

const question = (id: string, order: number, words: string, more: Partial<Field>): Field => ({
  id,
  name: id,
  label: words,
  type: 'RADIO',
  placeholder: '',
  order,
  help_text: order % 4 === 0 ? 'Read the question as it is written, and wait for the answer.' : '',
  is_required: false,
  options,
  multiple: false,
  max_kb: null,
  ...more,
})

/** The id of a question of a group. */
export const idOf = (group: number, n: number): string => `g${group}_${n}`

/** The conditions of a question: its group's, those of the group within it, and its own. */
const conditionOf = (group: number, n: number): unknown => {
  const group0 = isYes(`open_${group}`)
  if (n === 0) return group0
  // The questions from 6 on are in a group within the group, those from 12 on in one within that.
  const inner = [
    isYes(idOf(group, 0)),
    ...(n > 6 ? [isYes(idOf(group, 6))] : []),
    ...(n > 12 ? [isYes(idOf(group, 12))] : []),
  ]
  const own = { or: [{ '!=': [{ var: idOf(group, n - 1) }, 'refused'] }, isYes('open_0')] }
  return { and: [group0, { and: inner }, own] }
}

/** The same for a form by hand. */
export const isShownByHand = (
  answers: ReadonlyMap<string, string>,
  group: number,
  n: number,
): boolean => {
  const is = (id: string) => answers.get(id) === 'yes'
  if (!is(`open_${group}`)) return false
  if (n === 0) return true
  return (
    is(idOf(group, 0)) &&
    (n <= 6 || is(idOf(group, 6))) &&
    (n <= 12 || is(idOf(group, 12))) &&
    (answers.get(idOf(group, n - 1)) !== 'refused' || is('open_0'))
  )
}

/** Every fifth question is not a choice. */
const kindOf = (n: number): Partial<Field> => {
  if (n % 5 !== 4) return {}
  return n % 2 === 0 ? { type: 'NUMBER', options: [] } : { type: 'TEXT', options: [] }
}

const groupOf = (group: number): Section => {
  const fields = Array.from({ length: perGroup }, (_, n) =>
    question(idOf(group, n), n + 1, `How was sign ${n + 1} of group ${group + 1} in that time?`, {
      ...kindOf(n),
      visible_if: conditionOf(group, n),
    }),
  )
  const points = fields.map(({ id }, n) => ({ if: [isYes(id), (n % 3) + 1, 0] }))
  const score = question(`score_${group}`, perGroup + 1, `Score of group ${group + 1}`, {
    type: 'NUMBER',
    options: [],
    calculate: { '+': points },
    show_calculation: group % 4 === 0,
  })
  return {
    id: `group_${group}`,
    name: `Group ${group + 1}`,
    order: group + 2,
    fields: [...fields, score],
  }
}

const total = question('total', 1, 'All scores together', {
  type: 'NUMBER',
  options: [],
  calculate: { '+': Array.from({ length: groups }, (_, group) => ({ var: `score_${group}` })) },
  show_calculation: true,
})

const likely = question('likely', 2, 'What is likely', {
  type: 'TEXT',
  options: [],
  calculate: { if: [{ '>=': [{ var: 'total' }, 40] }, 'very', 'a little'] },
  show_calculation: true,
})

/** The survey as it is published. */
export const whoForm: FormDefinition = {
  id: 'bench-who',
  title: 'Generated autopsy',
  description: '',
  status: 'published',
  submissions: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  sections: [
    {
      id: 'opening',
      name: 'Opening',
      order: 1,
      fields: Array.from({ length: openers }, (_, n) =>
        question(`open_${n}`, n + 1, `Was there anything of kind ${n + 1}?`, {}),
      ),
    },
    ...Array.from({ length: groups }, (_, group) => groupOf(group)),
    { id: 'result', name: 'Result', order: groups + 2, fields: [total, likely] },
  ],
}
