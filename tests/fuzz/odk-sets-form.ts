/**
 * Answers that others set, defaults, and texts with answers in them, also in repeats within repeats, as an XForm for both
 * engines. A question sets those of its own occurrence alone, because ODK Web Forms refuses to set several occurrences at
 * once, and to no value that follows its own, because there what is set comes before what is calculated.
 */

interface Question {
  readonly name: string
  readonly bind?: string
  /** The label after the name; an answer by its path in `{}`. */
  readonly says?: string
  /** What a change of its answer sets: the name and the new value; null to clear it. */
  readonly sets?: Readonly<Record<string, string | null>>
  /** The value in the instance. */
  readonly begins?: string
  /** The value that a new interview or occurrence begins with, calculated. */
  readonly default?: string
  /** It has no control. */
  readonly isHidden?: true
  readonly calculate?: string
}

const first: readonly Question[] = [
  { name: 'a', sets: { b: "concat(/data/a, '-b')", cleared: null, kept: '/data/a', why: "'set'" } },
  { name: 'half', calculate: "concat(/data/b, '/2')" },
  { name: 'b', says: ' after {/data/a}', sets: { c: "concat(/data/b, '-c')" } },
  { name: 'c', sets: { last: "concat(/data/c, ' of ', /data/begun)" } },
  { name: 'last', says: ' ({/data/c}) [{/data/half}]' },
  { name: 'cleared', begins: 'some' },
  { name: 'kept', isHidden: true },
  { name: 'begun', begins: 'static', default: "concat('begun ', 1 + 1)" },
  { name: 'constant', begins: '7', bind: 'type="int" constraint=". &lt; 9"' },
  { name: 'why', bind: `relevant="/data/a = 'abc'" required="/data/b != ''"` },
  { name: 'told', calculate: "concat(/data/kept, '|', /data/why)" },
]

const members: readonly Question[] = [
  { name: 'who', sets: { called: "concat(../who, ' of ', ../../head)", role: "'set'" } },
  { name: 'called', says: ' in {../../head}', sets: { nick: 'substr(../called, 0, 3)' } },
  { name: 'nick' },
  { name: 'role', begins: 'child', bind: 'constraint=". != \'zebra\'"' },
  { name: 'mark', default: "concat('m', position(..))" },
  { name: 'place', calculate: 'position(..)' },
]

const houses: readonly Question[] = [
  { name: 'head', sets: { owner: '../head', note: null } },
  { name: 'owner', says: ' with {../head}' },
  { name: 'note', begins: 'none' },
  { name: 'number', calculate: 'position(..)' },
]

const after: readonly Question[] = [
  { name: 'names', calculate: "join(',', ../member[called != '']/called)" },
  { name: 'remark', bind: `relevant="../names != ''" required="../owner = 'Asha'"` },
]

const end: readonly Question[] = [
  { name: 'count', calculate: 'count(/data/house)' },
  { name: 'owners', calculate: "join(',', /data/house[owner != '']/owner)" },
]

const leaf = ({ name, begins = '' }: Question): string => `<${name}>${begins}</${name}>`

const bindOf =
  (path: string) =>
  ({ name, bind = '', calculate }: Question): string =>
    `<bind nodeset="${path}/${name}" ${bind}${calculate === undefined ? '' : ` calculate="${calculate}"`}/>`

const beginning =
  (path: string, events: string) =>
  ({ name, default: value }: Question): string =>
    value === undefined
      ? ''
      : `<setvalue event="${events}" ref="${path}/${name}" value="${value}"/>`

const controlOf =
  (path: string) =>
  ({ name, says = '', sets = {}, isHidden, calculate }: Question): string => {
    if (isHidden === true || calculate !== undefined) return ''
    const words = says.replaceAll(/\{([^}]+)\}/g, '<output value="$1"/>')
    const actions = Object.entries(sets).map(
      ([target, value]) =>
        `<setvalue event="xforms-value-changed" ref="${path}/${target}"${value === null ? '' : ` value="${value}"`}/>`,
    )
    return `<input ref="${path}/${name}"><label>${name}${words}</label>${actions.join('')}</input>`
  }

const all = (questions: readonly Question[], make: (question: Question) => string): string =>
  questions.map(make).join('\n')

const [house, member] = ['/data/house', '/data/house/member']
const added = 'odk-instance-first-load odk-new-repeat'

/** The form. */
export const setsForm = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms">
<h:head><h:title>Sets</h:title><model>
<instance><data id="sets">${all(first, leaf)}
<house jr:template="">${all(houses, leaf)}<member jr:template="">${all(members, leaf)}</member>${all(after, leaf)}</house>
${all(end, leaf)}<orx:meta><orx:instanceID/></orx:meta></data></instance>
${all(first, bindOf('/data'))}${all(first, beginning('/data', 'odk-instance-first-load'))}
${all([...houses, ...after], bindOf(house))}${all(members, bindOf(member))}${all(end, bindOf('/data'))}
<bind nodeset="/data/orx:meta/orx:instanceID" type="string" jr:preload="uid"/>
</model></h:head>
<h:body>${all(first, controlOf('/data'))}
<group ref="${house}"><label>House</label><repeat nodeset="${house}">${all(houses, controlOf(house))}
<group ref="${member}"><label>Member</label><repeat nodeset="${member}">${all(members, beginning(member, added))}${all(members, controlOf(member))}</repeat></group>
${all(after, controlOf(house))}</repeat></group>
${all(end, controlOf('/data'))}
</h:body></h:html>`
