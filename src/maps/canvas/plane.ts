import { fromLonLat, toLonLat } from 'ol/proj.js'
import type { MapPosition } from '../shape.ts'

/** A place in the map's own plane. */
export type Plane = readonly [x: number, y: number]

/** Where a position is in the plane. */
export const planeOf = ({ longitude, latitude }: MapPosition): Plane => {
  const [x = 0, y = 0] = fromLonLat([longitude, latitude])
  return [x, y]
}

/** Degrees as answers have them. */
export const degrees = (value: number): number => Number(value.toFixed(7))

/** The position of a place in the plane. */
export const positionOf = (plane: readonly number[]): MapPosition => {
  const [longitude = 0, latitude = 0] = toLonLat([...plane])
  return { latitude: degrees(latitude), longitude: degrees(longitude) }
}

/** The colours of the page in the canvas, from the styles of its element. */
export const coloursOf = (element: HTMLElement) => {
  const { color, borderTopColor, backgroundColor, outlineColor } = getComputedStyle(element)
  return { line: color, grid: borderTopColor, ground: backgroundColor, quiet: outlineColor }
}

/** The colours of a map. */
export type Colours = ReturnType<typeof coloursOf>
