import { expect, it } from 'vitest'
import type { Rule } from '../../replication/wire/logic.ts'
import { importFile } from '../../server/import/import-file.ts'
import { evaluationFor } from '../form/form-fixtures.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { openInEngine } from './odk-engine.ts'

/** Lengths, areas and fences of random lines and areas, here and in the engine of ODK Web Forms. */

const isDeep = process.env['DEEP'] === '1'
const shapes = isDeep ? 10_000 : 300

/** Texts, because the engine's own questions refuse some of these lines. */
const begun = { line: '0 0;0 1', ring: '0 0;0 1;1 1;0 0', at: '1 2', to: '3 4', odd: '1 2' }
type Asked = keyof typeof begun
const asked = Object.keys(begun) as readonly Asked[]

const calculations = {
  length: 'distance(/data/line)',
  around: 'distance(/data/ring)',
  between: 'distance(/data/at, /data/to)',
  three: 'distance(/data/at, /data/to, /data/at)',
  under: 'area(/data/line)',
  inside: 'area(/data/ring)',
  old: 'if(area(/data/ring) &gt; 5000, 1, 0)',
  fenced: 'string(geofence(/data/at, /data/ring))',
  open: 'string(geofence(/data/at, /data/line))',
  // Its distance ends the interview there.
  oddly: 'area(/data/odd)',
  fencing: 'string(geofence(/data/at, /data/odd))',
  lost: 'string(geofence(/data/odd, /data/ring))',
} as const
type Calculated = keyof typeof calculations
const calculated = Object.keys(calculations) as readonly Calculated[]

const xml = `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>Places</h:title><model>
<instance><data id="places">${asked.map(name => `<${name}>${begun[name]}</${name}>`).join('')}${calculated.map(name => `<${name}/>`).join('')}</data></instance>
${asked.map(name => `<bind nodeset="/data/${name}" type="string"/>`).join('\n')}
${calculated.map(name => `<bind nodeset="/data/${name}" type="string" calculate="${calculations[name]}"/>`).join('\n')}
</model></h:head>
<h:body>${asked.map(name => `<input ref="/data/${name}"><label>${name}</label></input>`).join('')}</h:body></h:html>`

interface Degrees {
  readonly latitude: number
  readonly longitude: number
}

/** Near each other, or anywhere; also at the poles, at the date line and on the equator. */
const centre = (random: Random): Degrees & { readonly spread: number } => ({
  latitude: random.pick([0, 23.24, -36.8, 89.9, -90, 64]),
  longitude: random.pick([0, 69.66, 180, -180, 179.999, -71.2]),
  spread: random.pick([0.0001, 0.01, 2, 90]),
})

const decimals = (value: number): number => Number(value.toFixed(7))

const near = (random: Random, { latitude, longitude, spread }: ReturnType<typeof centre>) => {
  const offset = () => (random.below(2_000_001) / 1_000_000 - 1) * spread
  return {
    latitude: decimals(Math.max(-90, Math.min(90, latitude + offset()))),
    longitude: decimals(Math.max(-180, Math.min(180, longitude + offset()))),
  }
}

const textOf = (random: Random, { latitude, longitude }: Degrees): string =>
  random.pick([
    `${latitude} ${longitude}`,
    `${latitude} ${longitude} 0 4.5`,
    `${latitude} ${longitude} 812.5`,
  ])

/** What no line is. */
const others = ['', '1 2', '1 2;', 'by the road', '91 0;0 0', '0 0;0 181', '1 2;;3 4', '1;2;3', ';']

const answersOf = (random: Random): Readonly<Record<Asked, string>> => {
  const around = centre(random)
  const positions = (least: number) =>
    Array.from({ length: least + random.below(9) }, () => near(random, around))
  const joined = (all: readonly Degrees[]) =>
    all.map(one => textOf(random, one)).join(random.pick([';', '; ', ' ; ']))
  const ring = positions(1)
  const first = ring[0] ?? around
  const closed = [...ring, first]
  const middle = {
    latitude: closed.reduce((sum, one) => sum + one.latitude, 0) / closed.length,
    longitude: closed.reduce((sum, one) => sum + one.longitude, 0) / closed.length,
  }
  const one = near(random, around)
  return {
    line: joined(positions(2)),
    ring: joined(closed),
    at: textOf(random, random.chance(0.5) ? middle : near(random, around)),
    to: textOf(random, one),
    odd: random.pick(others),
  }
}

/** A result as it is stored; what is no number is no answer. */
const stored = (value: unknown): string => {
  const text = String(value ?? '')
  return text === 'NaN' ? '' : text
}

it('lengths, areas and fences are the same here and in the engine of ODK', async () => {
  const { form, report } = await importFile(Buffer.from(xml), 'places.xml', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  expect(report.filter(({ outcome }) => outcome !== 'translated')).toEqual([])
  const fields = form.sections.flatMap(section => section.fields)
  const rules = new Map(
    calculated.map(name => {
      const rule: Rule = fields.find(({ id }) => id === name)?.calculate
      return [name, evaluationFor(rule)] as const
    }),
  )
  const engine = await openInEngine(xml)
  const random = createRandom(67)
  const differences: string[] = []
  const met = { compared: 0, fenced: 0, outside: 0, areas: 0, still: 0 }
  for (let n = 0; n < shapes && differences.length < 10; n += 1) {
    const answers = answersOf(random)
    for (const name of asked) engine.answer(name, answers[name])
    const theirs = engine.states()
    const empty = Object.fromEntries(asked.map(name => [name, answers[name] || null]))
    for (const [name, evaluate] of rules) {
      const own = stored(evaluate(empty))
      const their = theirs.get(name)?.value ?? 'nothing'
      met.compared += 1
      if (name === 'fenced') met[own === 'true' ? 'fenced' : 'outside'] += 1
      if (name === 'inside' && Number(own) > 0) met.areas += 1
      // The cosine between two equal positions may be more than 1 there, by rounding (docs/import.md).
      const isStill = calculations[name].startsWith('distance') && their === ''
      if (isStill) met.still += 1
      else if (own !== their) {
        differences.push(`${name} of ${JSON.stringify(answers)} is ${own}, there ${their}`)
      }
    }
  }
  expect(differences).toEqual([])
  expect(met.still).toBeLessThan(shapes / 10)
  expect(met.compared).toBe(shapes * calculated.length)
  expect(Math.min(met.fenced, met.outside, met.areas)).toBeGreaterThan(shapes / 10)
}, 600_000)
