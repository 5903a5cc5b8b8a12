import { getIssues } from '@placemarkio/check-geojson'
import { parse } from 'csv-parse/sync'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import WKT from 'ol/format/WKT.js'
import type { Point } from 'ol/geom.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { newSubmission, signIn, type Ask } from './surveyor.ts'

/* Positions, lines and areas as geometries. */

const form = {
  id: 'plots',
  title: 'Plots',
  sections: [
    {
      id: 's',
      name: 'Plot',
      fields: [
        { id: 'well', label: 'Well', type: 'GEOPOINT' },
        { id: 'road', label: 'Road', type: 'GEOTRACE' },
        { id: 'plot', label: 'Plot', type: 'GEOSHAPE' },
      ],
    },
    {
      id: 'tracks',
      name: 'Tracks',
      repeat: true,
      fields: [{ id: 'track', label: 'Track', type: 'GEOTRACE' }],
    },
  ],
}

/** Answers, and what they are as WKT; null for no place on the earth. */
const answers = [
  {
    well: ['23.24 69.66 12 4.5', 'POINT (69.66 23.24)'],
    road: ['23.24 69.66 0 4;23.25 69.67 0 5;', 'LINESTRING (69.66 23.24, 69.67 23.25)'],
    // Counter-clockwise as it was walked.
    plot: ['0 0;0 1;1 1;0 0', 'POLYGON ((0 0, 1 0, 1 1, 0 0))'],
  },
  {
    well: ['91 181', null],
    // A line that ends where it began is no area.
    road: ['0 0;1 0;1 1;0 0', 'LINESTRING (0 0, 0 1, 1 1, 0 0)'],
    plot: ['0 0;1 0;1 1;0 0', 'POLYGON ((0 0, 1 1, 0 1, 0 0))'],
  },
  {
    well: ['by the road', null],
    road: ['23.24 69.66', 'POINT (69.66 23.24)'],
    // Of an area that was not finished.
    plot: ['0 0;1 0;1 1', 'LINESTRING (0 0, 0 1, 1 1)'],
  },
] as const

type Name = keyof (typeof answers)[number]
const names = ['well', 'road', 'plot'] as const satisfies readonly Name[]

describeServer('geometries in an export', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let ask: Ask
  const admin = adminOf(server, {})
  const at = (name: string) => join(directory.path, name)
  const exported = (...line: string[]) => admin('submissions', 'export', form.id, ...line)

  beforeEach(async () => {
    directory = await temporaryDirectory()
    await writeFile(at('form.json'), JSON.stringify(form))
    await admin('form', 'publish', at('form.json'), '--assign-all')
    ask = await signIn(server())
    for (const one of answers) {
      server().clock.advance(1000)
      const sent = [
        ...names.map(name => ({ form_field_id: name, value: one[name][0] })),
        { form_field_id: 'track', value: one.road[0], occurrence: 1 },
      ]
      await ask('submissionCreate', { body: newSubmission({ form_id: form.id, answers: sent }) })
    }
  })
  afterEach(() => directory.remove())

  const csvRows = async (name: string): Promise<readonly Record<string, string>[]> =>
    parse(await readFile(at(name)), { columns: true })

  test('are texts as they were sent, or WKT if it is asked for', async () => {
    await exported('--out', at('e.csv'))
    await exported('--out', at('w.csv'), '--wkt')
    const [texts, wkt] = [await csvRows('e.csv'), await csvRows('w.csv')]
    for (const [place, one] of answers.entries()) {
      for (const name of names) {
        expect(texts[place]?.[name]).toBe(one[name][0])
        expect(wkt[place]?.[name]).toBe(one[name][1] ?? one[name][0])
      }
    }
    const tracks = (await csvRows('w.tracks.csv')).map(({ track }) => track)
    expect(tracks).toEqual(answers.map(({ road }) => road[1]))
    const valuesIn = async (name: string) =>
      (await csvRows(name)).map(({ column, values }) => [column, values])
    expect(await valuesIn('w.codebook.csv')).toContainEqual(['plot', 'WKT'])
    expect(await valuesIn('e.codebook.csv')).toContainEqual(['plot', 'text'])
  })

  test('are WKT that a program of another make reads', () => {
    for (const text of answers.flatMap(one => names.map(name => one[name][1]))) {
      if (text === null) continue
      const geometry = new WKT().readGeometry(text) as Point
      const numbers = [geometry.getCoordinates()].flat(3)
      expect(numbers).toEqual(text.match(/-?[\d.]+/g)?.map(Number))
      expect(new WKT().writeGeometry(geometry).replaceAll(/[ ,]+/g, ' ')).toBe(
        text.replace(' (', '(').replaceAll(/[ ,]+/g, ' '),
      )
    }
  })

  test('are WKT in JSON Lines too, and not asked for in GeoJSON', async () => {
    await exported('--format', 'jsonl', '--out', at('e.jsonl'), '--wkt')
    const [first = ''] = (await readFile(at('e.jsonl'), 'utf8')).split('\n')
    expect(JSON.parse(first)).toMatchObject({ answers: { plot: answers[0].plot[1] } })
    await expect(exported('--format', 'geojson', '--wkt')).rejects.toThrow(
      '--wkt is only for csv and xlsx and jsonl.',
    )
  })

  test.each(names)('GeoJSON with the answers to %s is valid, and has the same', async name => {
    await exported('--format', 'geojson', '--out', at('e.geojson'), '--geometry', name)
    const text = await readFile(at('e.geojson'), 'utf8')
    expect(getIssues(text)).toEqual([])
    const { features } = JSON.parse(text) as {
      readonly features: readonly { readonly geometry: { readonly coordinates: unknown } | null }[]
    }
    const numbers = (found: unknown): unknown[] => [found].flat(3)
    expect(features.map(({ geometry }) => numbers(geometry?.coordinates ?? []))).toEqual(
      answers.map(one => one[name][1]?.match(/-?[\d.]+/g)?.map(Number) ?? []),
    )
  })
})
