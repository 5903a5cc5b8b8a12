import { workbook } from './make-workbook.ts'

const columns = [
  'type',
  'name',
  'label',
  'label::Hindi (hi)',
  'hint',
  'relevant',
  'calculation',
  'constraint',
  'constraint_message',
  'required',
  'required_message',
  'default',
  'repeat_count',
  'choice_filter',
  'parameters',
] as const

const row = (cells: Partial<Record<(typeof columns)[number], string>>) =>
  columns.map(column => cells[column] ?? null)

/** A household survey with what its author means by it: texts, rosters, defaults, times. */
export const household = workbook({
  survey: [
    [...columns],
    row({ type: 'start', name: 'begun' }),
    row({ type: 'note', label: 'Welcome to **our** survey' }),
    row({ type: 'text', name: 'head', label: 'Who is the head?', 'label::Hindi (hi)': 'मुखिया?' }),
    row({
      type: 'integer',
      name: 'size',
      label: 'How many live with ${head}?',
      'label::Hindi (hi)': '${head} के साथ कितने?',
      required: 'T',
      required_message: 'Ask ${head} again',
      constraint: '. < 10',
      constraint_message: '${head} cannot have ${size}',
      default: '2',
    }),
    row({ type: 'date', name: 'on', label: 'Visited on', default: 'today()' }),
    row({
      type: 'begin repeat',
      name: 'member',
      label: 'Member ${name}',
      repeat_count: '${size} - 1',
    }),
    row({ type: 'text', name: 'name', label: 'Name', default: '${head}' }),
    row({ type: 'integer', name: 'age', label: 'How old is ${name}?' }),
    row({ type: 'note', name: 'young', label: '${name} is young', relevant: '${age} < 18' }),
    row({ type: 'text', name: 'school', label: 'School of ${name}', relevant: '${age} < 18' }),
    row({ type: 'end repeat' }),
    row({
      type: 'calculate',
      name: 'second',
      calculation: 'indexed-repeat(${name}, ${member}, 2)',
    }),
    row({ type: 'calculate', name: 'olds', calculation: 'count(${member}[${age} > 60])' }),
    row({ type: 'calculate', name: 'id', calculation: 'once(uuid())' }),
    row({ type: 'select_one state', name: 'state', label: 'State' }),
    row({
      type: 'select_one town',
      name: 'town',
      label: 'Town',
      choice_filter: 'state = ${state}',
    }),
    row({
      type: 'calculate',
      name: 'town_name',
      calculation: "jr:choice-name(${town}, '${town}')",
    }),
    row({
      type: 'note',
      name: 'sum',
      label: 'In ${town_name}: ${second}, ${olds} old',
      relevant: "${town} != ''",
    }),
    row({ type: 'note', name: 'hinted', hint: 'Thank ${head}' }),
    row({ type: 'begin repeat', name: 'plot', label: 'Plot' }),
    row({ type: 'text', name: 'crop', label: 'Crop', required: 'yes' }),
    row({ type: 'end repeat' }),
    row({
      type: 'range',
      name: 'glad',
      label: 'How glad?',
      parameters: 'start=5 end=0 step=0.5',
    }),
    row({ type: 'rank state', name: 'order', label: 'Which first?' }),
    row({ type: 'time', name: 'left', label: 'Left at', default: 'now()' }),
    row({ type: 'dateTime', name: 'next', label: 'Next visit', constraint: '. > now()' }),
  ],
  choices: [
    ['list_name', 'name', 'label', 'label::Hindi (hi)', 'state'],
    ['state', 'gj', 'Gujarat', 'गुजरात', null],
    ['state', 'mh', 'Maharashtra', 'महाराष्ट्र', null],
    ['town', 'anand', 'Anand', 'आणंद', 'gj'],
    ['town', 'other', 'Another in Gujarat', 'अन्य', 'gj'],
    ['town', 'pune', 'Pune', 'पुणे', 'mh'],
    ['town', 'other', 'Another in Maharashtra', 'दूसरा', 'mh'],
  ],
  settings: [
    ['allow_choice_duplicates', 'instance_name'],
    ['yes', "concat(${head}, ' – ', ${town_name})"],
  ],
})
