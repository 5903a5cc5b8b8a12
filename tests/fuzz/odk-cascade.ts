/** Lists that depend on answers, conditions of nested groups and chains of calculations, as an XForm for both engines. */

interface Row {
  readonly name: string
  readonly of: string
}

const districts: readonly Row[] = [
  { name: 'd1', of: 'n' },
  { name: 'd2', of: 'n' },
  { name: 'd3', of: 's' },
]
const towns: readonly Row[] = [
  { name: 't1', of: 'd1' },
  { name: 't2', of: 'd1' },
  { name: 't3', of: 'd2' },
  { name: 't4', of: 'd3' },
]

const list = (id: string, rows: readonly Row[]): string =>
  `<instance id="${id}"><root>${rows
    .map(
      ({ name, of }) =>
        `<item><name>${name}</name><label>Label of ${name}</label><of>${of}</of></item>`,
    )
    .join('')}</root></instance>`

const choice = (ref: string, values: readonly string[], tag = 'select1'): string =>
  `<${tag} ref="${ref}"><label>${ref}</label>${values
    .map(value => `<item><label>${value}</label><value>${value}</value></item>`)
    .join('')}</${tag}>`

const rows = (ref: string, nodeset: string, value = 'name', label = 'label'): string =>
  `<select1 ref="${ref}"><label>${ref}</label><itemset nodeset="${nodeset}"><value ref="${value}"/><label ref="${label}"/></itemset></select1>`

const input = (ref: string): string => `<input ref="${ref}"><label>${ref}</label></input>`

/** The form. */
export const cascadeForm = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Cascade</h:title><model>
<instance><data id="cascade">
<region/><district/><town/><word/>
<outer><inner><why/><deep/></inner></outer>
<people/>
<hh jr:template=""><nm/><reg/><dis/><age/><jobs/><other/><place/><named/><before/></hh>
<lead/><adults/><lastAge/><c1/><c2/><c3/><kept/><townLabel/><listed/>
</data></instance>
${list('districts', districts)}
${list('towns', towns)}
<bind nodeset="/data/word" required="string-length(/data/district) &gt; 0" constraint="regex(., '^[a-z]+$') and . != /data/region"/>
<bind nodeset="/data/outer" relevant="/data/region = 'n'"/>
<bind nodeset="/data/outer/inner" relevant="/data/district = 'd1' or /data/word = 'abc'"/>
<bind nodeset="/data/outer/inner/why" relevant="/data/word != ''"/>
<bind nodeset="/data/outer/inner/deep" type="int" required="../why != ''" constraint=". mod 2 = 0"/>
<bind nodeset="/data/people" type="int" constraint=". &gt;= 0 and . &lt;= 4"/>
<bind nodeset="/data/hh/age" type="int" constraint=". &gt; 0 and (position(..) = 1 or . &lt; 100)"/>
<bind nodeset="/data/hh/other" relevant="selected(../jobs, 'other')" required="true()"/>
<bind nodeset="/data/hh/place" calculate="position(..)"/>
<bind nodeset="/data/hh/named" calculate="concat(../nm, ' of ', ../dis, if(../age &gt; 17, '!', ''))"/>
<bind nodeset="/data/hh/before" calculate="indexed-repeat(/data/hh/nm, /data/hh, position(..) - 1)"/>
<bind nodeset="/data/adults" calculate="count(/data/hh[age &gt; 17])"/>
<bind nodeset="/data/lastAge" calculate="indexed-repeat(/data/hh/age, /data/hh, /data/people)"/>
<bind nodeset="/data/c1" calculate="count-selected(/data/hh[1]/jobs)"/>
<bind nodeset="/data/c2" calculate="/data/c1 * 2 + /data/adults"/>
<bind nodeset="/data/c3" calculate="if(/data/c2 &gt; 3, concat('n', /data/c2), 'few')"/>
<bind nodeset="/data/kept" calculate="once(/data/word)"/>
<bind nodeset="/data/townLabel" calculate="instance('towns')/root/item[name = /data/town]/label"/>
<bind nodeset="/data/listed" calculate="count(instance('towns')/root/item[of = /data/district])"/>
</model></h:head>
<h:body>
${choice('/data/region', ['n', 's'])}
${rows('/data/district', "instance('districts')/root/item[of = /data/region]")}
${rows('/data/town', "instance('towns')/root/item[of = /data/district and /data/region != '']")}
${input('/data/word')}
<group ref="/data/outer"><label>Outer</label><group ref="/data/outer/inner"><label>Inner</label>
${input('/data/outer/inner/why')}${input('/data/outer/inner/deep')}</group></group>
${input('/data/people')}
<group ref="/data/hh"><label>Person</label><repeat nodeset="/data/hh" jr:count="/data/people">
${input('/data/hh/nm')}
${choice('/data/hh/reg', ['n', 's'])}
${rows('/data/hh/dis', "instance('districts')/root/item[of = current()/../reg]")}
${input('/data/hh/age')}
${choice('/data/hh/jobs', ['a', 'b', 'other'], 'select')}
${input('/data/hh/other')}
</repeat></group>
${rows('/data/lead', "/data/hh[./nm != '']", 'nm', 'nm')}
</h:body></h:html>`
