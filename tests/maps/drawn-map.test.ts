// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDrawing, type DrawingMap } from '../../src/maps/canvas/drawing.ts'
import type { MapPosition } from '../../src/maps/shape.ts'

/** What a finger does on the map. Only its pictures are missing, because happy-dom has no canvas. */

const sizePx = 300

class BlankContext {
  readonly canvas: HTMLCanvasElement
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
  }
}

/** A canvas on which nothing is seen. */
const blank = (canvas: HTMLCanvasElement): unknown =>
  new Proxy(new BlankContext(canvas), {
    get: (target, name) => {
      if (name === 'canvas') return target.canvas
      if (name === 'measureText') return () => ({ width: 10 })
      if (name === 'getImageData') return () => ({ data: new Uint8ClampedArray(4) })
      return () => {}
    },
    set: () => true,
  })

let element: HTMLElement
let map: DrawingMap
let done: string[] = []
let scale = 0

const rounded = ({ latitude, longitude }: MapPosition) =>
  `${latitude.toFixed(3)} ${longitude.toFixed(3)}`

beforeAll(() => {
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('CanvasRenderingContext2D', BlankContext)
  // No fill is one of these.
  vi.stubGlobal('CanvasPattern', WeakMap)
  vi.stubGlobal('CanvasGradient', WeakMap)
  HTMLCanvasElement.prototype.getContext = function getContext(this: HTMLCanvasElement) {
    return blank(this)
  } as unknown as HTMLCanvasElement['getContext']
  const size = { width: sizePx, height: sizePx, x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0 }
  Element.prototype.getBoundingClientRect = () => ({ ...size, toJSON: () => size })
  for (const name of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight']) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => sizePx })
  }
})
afterAll(() => vi.unstubAllGlobals())

/** Opens a map that shows the given vertices, about 0.1 degrees wide. */
const open = async (given: readonly MapPosition[]): Promise<void> => {
  element = document.createElement('div')
  element.style.color = 'rgb(1, 2, 3)'
  element.style.backgroundColor = 'rgb(250, 250, 250)'
  for (const side of ['left', 'right', 'top', 'bottom']) {
    element.style.setProperty(`border-${side}-width`, '0px')
    element.style.setProperty(`padding-${side}`, '0px')
  }
  document.body.append(element)
  done = []
  scale = 0
  map = openDrawing(
    element,
    { isArea: true, isFixed: false, around: [] },
    {
      onTap: at => done.push(`tap ${rounded(at)}`),
      onChoose: place => done.push(`choose ${place}`),
      onMove: (place, at) => done.push(`move ${place} to ${rounded(at)}`),
      onInsert: (place, at) => done.push(`insert ${place} at ${rounded(at)}`),
      onScale: metres => (scale = metres),
    },
  )
  map.show(given, null)
  map.showAll()
  // After the first picture, when a pixel has a place.
  await expect.poll(() => scale).toBeGreaterThan(0)
}

const point = (type: string, x: number, y: number): void => {
  const target = element.querySelector('.ol-viewport') ?? element
  const event = new PointerEvent(type, {
    bubbles: true,
    clientX: x,
    clientY: y,
    pointerId: 1,
    isPrimary: true,
    pointerType: 'mouse',
    button: 0,
  })
  const at = type === 'pointerdown' ? (target.querySelector('canvas') ?? target) : target
  ;(type === 'pointerdown' ? at : document).dispatchEvent(event)
  if (type !== 'pointerdown') target.dispatchEvent(event)
}

const press = (...way: readonly (readonly [number, number])[]): void => {
  const [[x, y] = [0, 0]] = way
  point('pointerdown', x, y)
  for (const [toX, toY] of way.slice(1)) point('pointermove', toX, toY)
  const [endX, endY] = way.at(-1) ?? [x, y]
  point('pointerup', endX, endY)
}

const square = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 0.1 },
  { latitude: 0.1, longitude: 0.1 },
  { latitude: 0.1, longitude: 0 },
]

beforeEach(() => open(square))
afterEach(() => map.close())

// With 40 px around it, the square goes from 40 to 260 px.
it('a tap on the ground is a new place, and one on a vertex chooses it', () => {
  press([150, 150])
  press([260, 260])
  expect(done).toEqual(['tap 0.050 0.050', 'choose 1'])
})

it('100 px are as long as they are on the ground', () => {
  expect(scale).toBeCloseTo((100 / 220) * 11_131.9, -2)
})

it('a vertex is dragged', () => {
  press([40, 40], [60, 60], [95, 95])
  expect(done).toEqual(['move 3 to 0.075 0.025'])
})

it('the first vertex of an area is dragged, with the end of its ring', () => {
  press([40, 260], [60, 240], [95, 205])
  expect(done).toEqual(['move 0 to 0.025 0.025'])
})

it('the line is dragged between two vertices, also behind the last one of an area', () => {
  press([260, 150], [265, 150], [280, 150])
  expect(done).toEqual(['insert 2 at 0.050 0.109'])
  done = []
  map.show(square, null)
  press([40, 150], [35, 150], [20, 150])
  expect(done).toEqual(['insert 4 at 0.050 -0.009'])
})
