// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadInputs } from '../../../../src/features/fill/inputs/inputs.ts'
import { ok } from '../../../../replication/http/result.ts'
import type { ShapesEvents } from '../../../../src/maps/canvas/shapes.ts'
import type { Shape } from '../../../../src/maps/shape.ts'
import { mapping } from '../../../../src/messages/interview/mapping.ts'
import { press } from './mapped-steps.ts'
import { showField, useDevice } from './show-field.tsx'

/** A choice on a map: all but the map itself, because happy-dom has no canvas. */

useDevice()

let onMap: ShapesEvents
let shown: readonly Shape[] = []
let marked: readonly string[] = []

vi.mock('../../../../src/maps/canvas/shapes.ts', () => ({
  openShapes: (_element: unknown, events: ShapesEvents) => {
    onMap = events
    return {
      show: (shapes: readonly Shape[]) => (shown = shapes),
      choose: (ids: readonly string[]) => (marked = ids),
      showDevice: () => {},
      zoomBy: () => {},
      showAll: () => {},
      close: () => {},
    }
  },
}))

beforeEach(async () => {
  shown = []
  marked = []
  await loadInputs([{ type: 'RADIO', appearance: ['map'] }])
})

const wells = [
  {
    value: 'far',
    label: 'The far well',
    geometry: '1.02 10 0 0',
    depth: '30',
    'marker-color': 'f00',
  },
  { value: 'near', label: 'The near well', geometry: '1.001 10 0 0', 'marker-symbol': 'w' },
  { value: 'plot', label: 'The plot', geometry: '1.01 10;1.01 10.1;1.02 10.1;1.01 10' },
  { value: 'lost', label: 'The lost well', geometry: 'by the road' },
]

const place = (type: 'RADIO' | 'CHECKBOX' = 'RADIO', options: readonly object[] = wells) =>
  showField(
    {
      type,
      options: JSON.stringify(options),
      multiple: type === 'CHECKBOX',
      logic: JSON.stringify({ appearance: ['map'] }),
    },
    undefined,
    undefined,
    {
      locate: () => Promise.resolve(ok({ latitude: 1, longitude: 10, accuracy: 4, timestamp: 0 })),
    },
  )

const open = async ({ user }: ReturnType<typeof place>) => {
  await user.click(screen.getByLabelText(/Question q/))
  await expect.poll(() => shown.length).toBe(3)
}
const texts = () =>
  [
    ...screen
      .getByRole('dialog')
      .querySelectorAll('label:has(input[type=radio], input[type=checkbox])'),
  ].map(({ textContent }) => textContent)

it('the list has the nearest first, with how far they are, and what has no place last', async () => {
  await open(place())
  await expect
    .poll(texts)
    .toEqual([
      'The near well111 m away',
      'The plot1.1 km away',
      'The far well2.2 km away',
      'The lost well',
    ])
  expect(screen.getByText(mapping.offMap(1))).toBeTruthy()
})

it('points, areas and their looks are on the map', async () => {
  await open(place())
  expect(
    shown.map(({ id, vertices, isArea, style }) => [id, vertices.length, isArea, style]),
  ).toEqual([
    ['far', 1, false, { marker: '#f00' }],
    ['near', 1, false, { symbol: 'W' }],
    ['plot', 3, true, {}],
  ])
})

it('a tap chooses, and what is known of the place is shown', async () => {
  const it = place()
  await open(it)
  act(() => onMap.onChoose(['far']))
  expect(it.answer()).toBe('far')
  await expect.poll(() => marked).toEqual(['far'])
  expect(screen.getByRole('radio', { name: /The far well/ })).toHaveProperty('checked', true)
  expect(screen.getByText('depth').parentElement?.textContent).toBe('depth: 30')
  await press(it, 'Done')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('places that a tap cannot tell apart come first in the list, and none is chosen', async () => {
  const it = place()
  await open(it)
  act(() => onMap.onChoose(['far', 'plot']))
  expect(it.answer()).toBe('')
  expect(screen.getByText(mapping.severalHere(2))).toBeTruthy()
  await expect
    .poll(() => texts().slice(0, 2))
    .toEqual([expect.stringContaining('The far well'), expect.stringContaining('The plot')])
})

it('several are chosen and taken out again, in the order of the form', async () => {
  const it = place('CHECKBOX')
  await open(it)
  act(() => onMap.onChoose(['plot']))
  act(() => onMap.onChoose(['far']))
  expect(it.answer()).toEqual(['far', 'plot'])
  await it.user.click(screen.getByRole('checkbox', { name: /The near well/ }))
  expect(it.answer()).toEqual(['far', 'near', 'plot'])
  act(() => onMap.onChoose(['far']))
  expect(it.answer()).toEqual(['near', 'plot'])
})

it('a search leaves on the map what it finds', async () => {
  const it = place()
  await open(it)
  await it.user.type(screen.getByRole('searchbox'), 'well')
  await expect.poll(() => shown.map(({ id }) => id)).toEqual(['far', 'near'])
})

it('without any place it is the plain question', () => {
  place('RADIO', [{ value: 'a', label: 'A' }])
  expect(screen.getByRole('radio', { name: 'A' })).toBeTruthy()
})
