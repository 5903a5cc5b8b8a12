import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { readList } from '../../../server/import/lists/read-list.ts'
import { parseForm } from '../../../replication/wire/forms.ts'
import { workbook } from './make-workbook.ts'

/** Choices on a map: from GeoJSON, from CSV and from the workbook's own list. */

const feature = (id: string, type: string, coordinates: unknown, properties: object = {}) => ({
  type: 'Feature',
  id,
  properties: { title: `The ${id}`, ...properties },
  geometry: { type, coordinates },
})
const geojson = (...features: readonly object[]): Buffer =>
  Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))

const ring = [
  [10, 1],
  [11, 1],
  [11, 2],
  [10, 1],
]

it('points, lines and the outer edges of areas are places as answers have them', () => {
  const bytes = geojson(
    feature('well', 'Point', [10, 1, 5]),
    feature('road', 'LineString', [
      [10, 1],
      [11, 2],
    ]),
    feature('plot', 'Polygon', [ring, ring], { 'marker-color': '#f00', stroke: '#0f0' }),
    feature('two', 'MultiPoint', [[10, 1]]),
    feature('nowhere', 'Point', [200, 1]),
    feature('broken', 'LineString', [
      [10, 1],
      ['x', 2],
    ]),
  )
  const { columns, rows } = readList('places.geojson', bytes)
  const column = (name: string) => rows.map(cells => cells[columns.indexOf(name)])
  expect(column('geometry')).toEqual([
    '1 10 5 0',
    '1 10 0 0;2 11 0 0',
    '1 10 0 0;1 11 0 0;2 11 0 0;1 10 0 0',
    '',
    '',
    '',
  ])
  expect(column('marker-color')[2]).toBe('#f00')
  expect(column('id')).toEqual(['well', 'road', 'plot', 'two', 'nowhere', 'broken'])
})

const book = workbook({
  survey: [
    ['type', 'name', 'label', 'appearance'],
    ['select_one_from_file places.geojson', 'place', 'Place', 'map'],
    ['select_multiple_from_file shops.csv', 'shops', 'Shops', 'map'],
    ['select_one camp', 'camp', 'Camp', 'map'],
    ['select_multiple camp', 'camps', 'Camps', 'map'],
    ['rank camp', 'order', 'Order', 'map'],
  ],
  choices: [
    ['list_name', 'name', 'label', 'geometry'],
    ['camp', 'north', 'North', '1 10 0 0'],
    ['camp', 'south', 'South', '0 10 0 0'],
  ],
})

it('the appearance is carried over, and the columns of each option reach the map', async () => {
  const files: Readonly<Record<string, Buffer>> = {
    'places.geojson': geojson(feature('well', 'Point', [10, 1])),
    'shops.csv': Buffer.from('name,label,geometry\na,A,1 10 0 0\n'),
  }
  const { form, report } = await importFile(book, 'places.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
    readFile: name => files[name] ?? null,
  })
  const read = parseForm(form)
  const fields = read?.sections.flatMap(section => section.fields) ?? []
  expect(fields.map(({ type, appearance }) => [type, appearance])).toEqual([
    ['SELECT', ['map']],
    ['SELECT', ['map']],
    ['RADIO', ['map']],
    ['CHECKBOX', ['map']],
    ['RANK', undefined],
  ])
  expect(fields[2]?.options.map(({ more }) => more?.['geometry'])).toEqual(['1 10 0 0', '0 10 0 0'])
  expect(fields[4]?.options.map(({ more }) => more)).toEqual([undefined, undefined])
  expect(report.filter(line => line.outcome !== 'translated')).toEqual([
    { name: 'order', outcome: 'simplified', what: 'survey!B6: the appearance "map" is not used' },
  ])
})

it('options of one value stay one option on a map without a filter', () => {
  const options = [
    { value: 'a', label: 'A', geometry: '1 10 0 0' },
    { value: 'a', label: 'A again', geometry: '2 10 0 0' },
  ]
  const field = { id: 'q', type: 'RADIO', label: 'Q', appearance: ['map'], options }
  const read = parseForm({ id: 'f', title: 'F', questions: [field] })
  expect(read?.sections[0]?.fields[0]?.options).toEqual([
    { value: 'a', label: 'A', more: { geometry: '1 10 0 0' } },
  ])
})

const drawn = workbook({
  survey: [
    ['type', 'name', 'label', 'parameters', 'choice_filter', 'appearance'],
    ['text', 'area', 'Area'],
    ['geoshape', 'plot', 'Plot', 'reference-geometry=plots.geojson', 'area = ${area}'],
    ['geotrace', 'road', 'Road', 'reference-geometry=camp', null, 'placement-map'],
    ['geopoint', 'tree', 'Tree', 'reference-geometry=${trees}'],
  ],
  choices: [
    ['list_name', 'name', 'label', 'geometry'],
    ['camp', 'north', 'North', '1 10 0 0'],
  ],
})

it('what is shown for comparison comes from a file or a list; from a repeat it is reported', async () => {
  const plots = geojson(feature('old', 'Polygon', [ring], { area: 'a' }))
  const { form, report } = await importFile(drawn, 'drawn.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
    readFile: name => (name === 'plots.geojson' ? plots : null),
  })
  const [, plot, road, tree] = parseForm(form)?.sections.flatMap(({ fields }) => fields) ?? []
  expect(plot?.type).toBe('GEOSHAPE')
  expect(plot?.options_from).toMatchObject({ value: 'geometry', label: 'geometry' })
  expect(JSON.stringify(plot?.options_from?.rows)).toContain('"area"')
  expect(road?.options.map(({ more }) => more)).toEqual([{ geometry: '1 10 0 0' }])
  expect([tree?.options, tree?.options_from]).toEqual([[], undefined])
  expect(report.filter(line => line.outcome !== 'translated')).toEqual([
    {
      name: 'tree',
      outcome: 'left out',
      what: 'survey!B5: the parameter reference-geometry=${trees}',
    },
  ])
})
