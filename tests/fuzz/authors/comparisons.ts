import { calculated, options, row, type WalkedForm } from './rows.ts'

/** Small forms whose answers are compared across types, or calculated for a type. */
export const comparisonForms: readonly WalkedForm[] = [
  {
    of: 'codes that look like numbers',
    survey: [
      row('text', 't'),
      row('select_one c', 'o'),
      row('integer', 'n'),
      calculated('code', "concat('0', ${n})"),
      calculated('num', '${n} + 0'),
      row('text', 'again', { constraint: '. = ${num}' }),
      calculated('as_typed', '${t} = ${num}'),
      calculated('as_chosen', '${o} = ${num}'),
      calculated('alike', '${code} = ${num}'),
      calculated('padded', "${num} = '07'"),
      calculated('plain', "${num} = '7' or ${num} = 'x'"),
      calculated('number', '${code} = 7'),
    ],
    choices: options('c', '7 07 10'),
    answers: { t: ['', '7', '07', '7.0', '1e1'], again: ['7', '07', '10'], n: ['', '7', '10'] },
  },
  {
    of: 'whole numbers that are calculated',
    survey: [
      row('decimal', 'a'),
      row('integer', 'half', { calculation: '${a} div 2', read_only: 'yes' }),
      row('decimal', 'exact', { calculation: '${a} div 2', read_only: 'yes' }),
      row('text', 'three', { relevant: '${half} = 3' }),
      row('text', 'none', { relevant: "${half} = ''" }),
      row('integer', 'begun', { default: '${a} + 1.5' }),
    ],
    answers: { a: ['', '0', '7', '-7', '5.5', '0.4'], begun: ['', '3'] },
  },
]
