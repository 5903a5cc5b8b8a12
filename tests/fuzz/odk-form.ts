/** A form of the features that the import carries over, as an XForm that both engines read. */

interface Question {
  readonly name: string
  readonly type?: string
  readonly bind?: string
  /** The options of a choice; several with `several`. */
  readonly options?: readonly string[]
  readonly several?: true
  /** A calculation has no input. */
  readonly calculate?: string
}

const questions: readonly Question[] = [
  { name: 'consent', options: ['yes', 'no'], bind: 'required="true()"' },
  { name: 'words', bind: 'relevant="/data/consent = \'yes\'" constraint="regex(., \'^[a-z]+$\')"' },
  { name: 'people', type: 'int', bind: 'constraint=". &gt;= 0 and . &lt;= 4"' },
  { name: 'litres', type: 'decimal', bind: 'required="/data/people &gt; 2"' },
  {
    name: 'fuels',
    options: ['wood', 'gas', 'coal', 'none'],
    several: true,
    bind: 'constraint="not(selected(., \'none\') and count-selected(.) &gt; 1)"',
  },
  { name: 'day', type: 'date', bind: 'constraint=". &gt; \'2020-01-01\'"' },
  { name: 'each', calculate: 'round(/data/litres div /data/people, 2)' },
  { name: 'most', calculate: 'max(/data/people, /data/litres)' },
  { name: 'first', calculate: 'selected-at(/data/fuels, 0)' },
  {
    name: 'upper',
    calculate: "concat(substr(/data/words, 0, 2), '-', string-length(/data/words))",
  },
  {
    name: 'one',
    calculate: "if(selected(/data/fuels, 'gas'), 'clean', coalesce(/data/words, 'x'))",
  },
  { name: 'tidy', calculate: 'normalize-space(/data/words)' },
  { name: 'swapped', calculate: "translate(/data/words, 'abc', 'xyz')" },
  { name: 'before', calculate: "substring-before(/data/words, 'b')" },
  { name: 'parts', calculate: 'int(/data/litres) mod 3' },
  { name: 'power', calculate: 'pow(/data/people, 2) - abs(/data/litres)' },
  { name: 'month', calculate: "format-date(/data/day, '%Y/%m')" },
  { name: 'later', calculate: "/data/day &gt; date('2024-06-15')" },
  { name: 'starts', calculate: "starts-with(/data/words, 'a') or contains(/data/words, 'z')" },
  {
    name: 'why',
    bind: 'relevant="/data/each &lt; 5 or (/data/first = \'coal\' and /data/day != \'\')" required="true()"',
  },
]

const members: readonly Question[] = [
  { name: 'name' },
  { name: 'age', type: 'int', bind: 'constraint=". &lt; 120" required="../name != \'\'"' },
  { name: 'works', options: ['yes', 'no'], bind: 'relevant="../age &gt;= 15"' },
  { name: 'place', calculate: 'position(..)' },
  { name: 'isOld', calculate: 'if(../age &gt; /data/limit, 1, 0)' },
]

const afterwards: readonly Question[] = [
  { name: 'limit', type: 'int' },
  // Ours leave out missing answers (docs/import.md), so the conditions do it for both.
  {
    name: 'sum',
    // The sum of nothing is no number there.
    calculate: "if(count(/data/member[age != '']) = 0, 0, sum(/data/member[age != '']/age))",
  },
  { name: 'counted', calculate: 'count(/data/member)' },
  { name: 'names', calculate: "join(',', /data/member[name != '']/name)" },
  { name: 'second', calculate: 'indexed-repeat(/data/member/name, /data/member, 2)' },
]

const bindOf = (path: string) => (question: Question) => {
  const { name, type = 'string', bind = '', calculate } = question
  const worked = calculate === undefined ? '' : ` calculate="${calculate}"`
  return `<bind nodeset="${path}/${name}" type="${type}" ${bind}${worked}/>`
}

const controlOf =
  (path: string) =>
  ({ name, options, several, calculate }: Question) => {
    if (calculate !== undefined) return ''
    const ref = `ref="${path}/${name}"><label>${name}</label>`
    if (options === undefined) return `<input ${ref}</input>`
    const items = options
      .map(value => `<item><label>${value}</label><value>${value}</value></item>`)
      .join('')
    const tag = several === undefined ? 'select1' : 'select'
    return `<${tag} ${ref}${items}</${tag}>`
  }

const all = (list: readonly Question[], make: (question: Question) => string): string =>
  list.map(make).join('\n')
const empty = ({ name }: Question) => `<${name}/>`

/** The form: questions, a repeat as often as one of them says, and calculations over it. */
export const featureForm = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Features</h:title><model>
<instance><data id="features">
${all(questions, empty)}
<member jr:template="">${all(members, empty)}</member>
${all(afterwards, empty)}
</data></instance>
${all(questions, bindOf('/data'))}
${all(members, bindOf('/data/member'))}
${all(afterwards, bindOf('/data'))}
</model></h:head>
<h:body>
${all(questions, controlOf('/data'))}
<group ref="/data/member"><label>Member</label>
<repeat nodeset="/data/member" jr:count="/data/people">${all(members, controlOf('/data/member'))}</repeat></group>
${all(afterwards, controlOf('/data'))}
</h:body></h:html>`
