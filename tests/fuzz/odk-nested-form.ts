/**
 * Repeats within repeats, as an XForm for both engines: what rules there read, and what reads them from outside. Within a
 * repeat the paths are relative, as XLSForm makes them: an absolute one means the own occurrence here and in ODK Collect,
 * and all occurrences in ODK Web Forms.
 */

interface Bound {
  readonly name: string
  readonly bind?: string
  /** A choice of yes and no. */
  readonly isChoice?: true
  /** Without an input. */
  readonly calculate?: string
}

const members: readonly Bound[] = [
  { name: 'who', bind: 'constraint=". != ../../head"' },
  {
    name: 'age',
    bind: 'type="int" constraint=". &lt; /data/limit or /data/limit = \'\'" required="../who != \'\'"',
  },
  {
    name: 'works',
    isChoice: true,
    bind: 'relevant="../age &gt;= 15 and ../../income &gt; 10" required="true()"',
  },
  { name: 'place', calculate: 'position(..)' },
  { name: 'housePlace', calculate: 'position(../..)' },
  { name: 'full', calculate: "concat(../who, ' of ', ../../head, ' in ', /data/village)" },
  { name: 'peers', calculate: 'count(../../member)' },
  { name: 'elders', calculate: 'count(../../member[age &gt; 60])' },
  { name: 'before', calculate: 'indexed-repeat(../../member/who, ../../member, position(..) - 1)' },
]

const animals: readonly Bound[] = [
  { name: 'kind' },
  { name: 'owner', bind: 'relevant="../kind != \'\' and ../../../size &gt; 1"' },
  { name: 'animalPlace', calculate: 'position(..)' },
]

const first: readonly Bound[] = [
  { name: 'head' },
  { name: 'income', bind: 'type="int"' },
  { name: 'hasHerd', isChoice: true },
]

const after: readonly Bound[] = [
  // The engine also counts the occurrences of a repeat that is not relevant (docs/import.md).
  { name: 'size', calculate: "if(../head = 'zebra', 0, count(../member))" },
  { name: 'herd', bind: 'type="int" constraint=". &gt;= 0 and . &lt; 4"' },
  { name: 'ages', calculate: sumOf('../member') },
  { name: 'names', calculate: "join(',', ../member[who != '']/who)" },
  { name: 'second', calculate: 'indexed-repeat(../member/who, ../member, 2)' },
  { name: 'adults', calculate: 'count(../member[age &gt; 17])' },
  {
    name: 'remark',
    bind: 'required="../size &gt; 2" relevant="../adults &gt; 0 or ../head = \'abc\'"',
  },
  { name: 'housePosition', calculate: 'position(..)' },
]

const last: readonly Bound[] = [
  { name: 'limit', bind: 'type="int"' },
  { name: 'houses', calculate: 'count(/data/household)' },
  { name: 'people', calculate: 'if(count(/data/household) = 0, 0, sum(/data/household/size))' },
  { name: 'allAges', calculate: sumOf('/data/household/member') },
  { name: 'allNames', calculate: "join(',', /data/household/member[who != '']/who)" },
  { name: 'old', calculate: 'count(/data/household/member[age &gt; 60])' },
  {
    name: 'picked',
    calculate:
      'indexed-repeat(/data/household/member/who, /data/household, 2, /data/household/member, 1)',
  },
  { name: 'rich', calculate: 'count(/data/household[income &gt; 10])' },
  { name: 'why', bind: 'relevant="/data/people &gt; 3" required="/data/old &gt; 0"' },
]

/** The sum of nothing is no number in ODK, and missing answers do not count here (docs/import.md). */
function sumOf(nodes: string): string {
  return `if(count(${nodes}[age != '']) = 0, 0, sum(${nodes}[age != '']/age))`
}

const bindsOf = (path: string, all: readonly Bound[]): string =>
  all
    .map(({ name, bind = '', calculate }) =>
      calculate === undefined
        ? `<bind nodeset="${path}/${name}" ${bind}/>`
        : `<bind nodeset="${path}/${name}" calculate="${calculate}"/>`,
    )
    .join('\n')

const option = (value: string) => `<item><label>${value}</label><value>${value}</value></item>`

const controlsOf = (path: string, all: readonly Bound[]): string =>
  all
    .map(({ name, isChoice, calculate }) => {
      if (calculate !== undefined) return ''
      const start = `ref="${path}/${name}"><label>${name}</label>`
      return isChoice === undefined
        ? `<input ${start}</input>`
        : `<select1 ${start}${option('yes')}${option('no')}</select1>`
    })
    .join('\n')

const empty = (all: readonly Bound[]): string => all.map(({ name }) => `<${name}/>`).join('')

const repeat = (path: string, attributes: string, content: string): string =>
  `<group ref="${path}"><label>${path.replace(/^.*\//, '')}</label><repeat nodeset="${path}" ${attributes}>${content}</repeat></group>`

const [house, member, animal] = [
  '/data/household',
  '/data/household/member',
  '/data/household/animals/animal',
]

const household = `${empty(first)}<member jr:template="">${empty(members)}</member>${empty(after)}<animals><animal jr:template="">${empty(animals)}</animal></animals>`

/** The form. */
export const nestedForm = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Nested</h:title><model>
<instance><data id="nested"><village/><household jr:template="">${household}</household>${empty(last)}</data></instance>
<bind nodeset="/data/village"/>
<bind nodeset="${house}/animals" relevant="../hasHerd = 'yes'"/>
${bindsOf(house, [...first, ...after])}
<bind nodeset="${member}" relevant="../head != 'zebra'"/>
${bindsOf(member, members)}
${bindsOf(animal, animals)}
${bindsOf('/data', last)}
</model></h:head>
<h:body>
<input ref="/data/village"><label>Village</label></input>
${repeat(
  house,
  '',
  `${controlsOf(house, first)}${repeat(member, '', controlsOf(member, members))}${controlsOf(house, after)}
<group ref="${house}/animals">${repeat(animal, `jr:count="../../herd"`, controlsOf(animal, animals))}</group>`,
)}
${controlsOf('/data', last)}
</h:body></h:html>`
