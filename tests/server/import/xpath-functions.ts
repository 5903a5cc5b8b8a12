import * as fc from 'fast-check'
import {
  binary,
  call,
  epoch,
  leafArbitrary,
  literal,
  nodeArbitrary,
  num,
  str,
  type Meant,
  type Value,
} from './xpath-meaning.ts'

/** The meaning of XPath's functions, in the manner of xpath-meaning.ts. */

type Work = (x: string, y: string, z: string) => Value

/** A function of texts, with the possible arguments at each position. */
const textCall = (
  name: string,
  work: Work,
  ...places: readonly fc.Arbitrary<Meant>[]
): readonly [string, fc.Arbitrary<Meant>] => [
  name,
  fc
    .tuple(...places)
    .map(given => call(name, given, (x, y = '', z = '') => work(str(x), str(y), str(z)))),
]

const texts = (...values: readonly string[]) =>
  fc.constantFrom(...values).map(value => literal(`'${value}'`, value))
const whole = (min: number, max: number) =>
  fc.integer({ min, max }).map(value => literal(`${value}`, value))
const anyText = nodeArbitrary('txt', 'pick', 'many', 'num')
const wordsOf = (text: string) => text.split(' ').filter(Boolean)
const pad = (value: number) => `${value}`.padStart(2, '0')

/** ODK's substr(): indexes count from 0, and from the end when negative. */
const substr = (text: string, from: number, to: number): string => {
  const place = (one: number) =>
    Math.min(text.length, Math.max(0, one < 0 ? one + text.length : one))
  let cut = ''
  for (let index = place(from); index < place(to); index += 1) cut += text.charAt(index)
  return cut
}

/** The functions of texts, choices and days, by name. */
export const functionArbitraries: readonly (readonly [string, fc.Arbitrary<Meant>])[] = [
  textCall(
    'selected',
    (answer, option) => ` ${answer} `.includes(` ${option} `),
    nodeArbitrary('many', 'pick', 'txt'),
    texts('a', 'b', '1', '05', 'yes'),
  ),
  textCall(
    'count-selected',
    answer => wordsOf(answer).length,
    nodeArbitrary('many', 'txt', 'pick'),
  ),
  textCall(
    'selected-at',
    (answer, place) => wordsOf(answer)[Number(place)] ?? '',
    nodeArbitrary('many', 'txt'),
    whole(0, 3),
  ),
  textCall(
    'substr',
    (text, from, to) => substr(text, +from, +to),
    anyText,
    whole(-5, 5),
    whole(-5, 5),
  ),
  textCall('substr', (text, from) => substr(text, +from, text.length), anyText, whole(-5, 5)),
  textCall(
    'contains',
    (text, part) => text.split(part).length > 1 || part === '',
    anyText,
    anyText,
  ),
  textCall('starts-with', (text, part) => text.indexOf(part) === 0, anyText, anyText),
  textCall(
    'ends-with',
    (text, part) =>
      substr(text, text.length - part.length, text.length) === part && part.length <= text.length,
    anyText,
    anyText,
  ),
  textCall('normalize-space', text => wordsOf(text).join(' '), anyText),
  textCall(
    'regex',
    (text, pattern) => new RegExp(pattern).exec(text)?.[0] === text,
    anyText,
    texts('[a-c]+', '[0-9]{2}', '-?[0-9.]*', 'yes', '05'),
  ),
  [
    'coalesce',
    fc
      .tuple(anyText, anyText)
      .map(given => call('coalesce', given, (x, y = '') => (x === '' ? y : x))),
  ],
  textCall('boolean-from-string', text => text === 'true' || text === '1', anyText),
  textCall('concat', (x, y, z) => x + y + z, leafArbitrary, leafArbitrary, leafArbitrary),
  textCall('ceiling', text => -Math.floor(-num(text)), nodeArbitrary('num', 'txt')),
  textCall('floor', text => -Math.ceil(-num(text)), nodeArbitrary('num', 'txt')),
  textCall('abs', text => (num(text) < 0 ? -num(text) : num(text)), nodeArbitrary('num', 'txt')),
  textCall('pow', (x, y) => num(x) ** num(y), nodeArbitrary('num', 'txt'), whole(0, 3)),
  textCall(
    'min',
    (x, y) => (num(x) < num(y) ? num(x) : num(x) + num(y) - num(x)),
    whole(0, 9),
    whole(0, 9),
  ),
  textCall('max', (x, y) => (num(x) > num(y) ? num(x) : num(y)), whole(0, 9), whole(0, 9)),
  textCall(
    'round',
    (x, digits) => Math.floor(num(x) * 10 ** +digits + 0.5) / 10 ** +digits,
    nodeArbitrary('num'),
    whole(0, 2),
  ),
  textCall('date', text => text, nodeArbitrary('day', 'day2')),
  textCall('decimal-date-time', text => num(text), nodeArbitrary('day')),
  textCall(
    'format-date',
    (text, format) => {
      if (text === '') return ''
      const date = new Date(`${text}T00:00:00Z`)
      const year = date.getUTCFullYear()
      const parts: Readonly<Record<string, string>> = {
        '%Y': `${year}`,
        '%y': pad(year % 100),
        '%m': pad(date.getUTCMonth() + 1),
        '%n': `${date.getUTCMonth() + 1}`,
        '%d': pad(date.getUTCDate()),
        '%e': `${date.getUTCDate()}`,
      }
      return format.replace(/%./g, part => parts[part] ?? part)
    },
    nodeArbitrary('day', 'day2'),
    texts('%Y-%m-%d', '%e/%n/%y', '%Y'),
  ),
  [
    'days after a day',
    fc.tuple(nodeArbitrary('day', 'day2'), whole(0, 500)).map(([from, days]) => ({
      text: `date(${from.text} + ${days.text})`,
      level: 9,
      value: answers => {
        const start = from.value(answers)
        const end = new Date((epoch(str(start)) + num(days.value(answers))) * 864e5)
        return start === '' ? '' : end.toISOString().slice(0, 10)
      },
    })),
  ],
  [
    'the order of two days',
    fc
      .tuple(nodeArbitrary('day', 'day2'), nodeArbitrary('day', 'day2'))
      .map(([a, b]) => binary('<=', 4, a, b, (x, y) => num(x) <= num(y))),
  ],
  [
    'days between two',
    fc
      .tuple(nodeArbitrary('day', 'day2'), nodeArbitrary('day', 'day2'))
      .map(([a, b]) => binary('-', 5, a, b, (x, y) => num(x) - num(y))),
  ],
]
