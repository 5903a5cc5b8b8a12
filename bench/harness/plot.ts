import { shown, type Curve, type Point } from './outcome.ts'

/** Growth curves as one SVG, without a library. Both axes are logarithmic, so that a line's slope is its growth. */

const width = 360
const height = 240
const edge = { left: 52, right: 12, top: 34, bottom: 34 }
const colours = ['#005A9C', '#B3541E', '#2E7D32', '#7B1FA2', '#5F6368']

/** All curves, two in a row. */
export const plot = (curves: readonly Curve[]): string => {
  const rows = Math.max(1, Math.ceil(curves.length / 2))
  const cells = curves.map(
    (curve, at) =>
      `<g transform="translate(${(at % 2) * width} ${Math.floor(at / 2) * height})">${cell(curve)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * 2} ${rows * height}" font-family="system-ui, sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>${cells.join('')}</svg>\n`
}

const scale = (values: readonly number[], from: number, to: number) => {
  const low = Math.log10(Math.min(...values))
  const span = Math.max(Math.log10(Math.max(...values)) - low, 0.3)
  return (value: number) => from + ((Math.log10(value) - low) / span) * (to - from)
}

const cell = ({ title, unit, series }: Curve): string => {
  const points = series.flatMap(({ points: own }) => own)
  if (points.length === 0) return ''
  const x = scale(
    points.map(([at]) => at),
    edge.left,
    width - edge.right,
  )
  const values = points.map(([, value]) => value)
  const y = scale(values, height - edge.bottom, edge.top + 14)
  const ticks = [...new Set(points.map(([at]) => at))].map(
    at =>
      `<text x="${x(at).toFixed(1)}" y="${height - edge.bottom + 16}" text-anchor="middle" fill="#5f6368">${at.toLocaleString('en')}</text>`,
  )
  const marks = [Math.min(...values), Math.max(...values)].map(
    value =>
      `<text x="${edge.left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end" fill="#5f6368">${shown(value)}</text>`,
  )
  const lines = series.map(({ name, points: own }, at) => line(name, own, at, x, y))
  return [
    `<text x="${edge.left}" y="16" font-weight="600" fill="#202124">${title} (${unit})</text>`,
    `<path d="M${edge.left} ${edge.top}V${height - edge.bottom}H${width - edge.right}" fill="none" stroke="#bdc1c6"/>`,
    ...ticks,
    ...marks,
    ...lines,
  ].join('')
}

const line = (
  name: string,
  points: readonly Point[],
  at: number,
  x: (value: number) => number,
  y: (value: number) => number,
): string => {
  const colour = colours[at % colours.length] ?? '#000'
  const path = points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ')
  const [legendX, legendY] = [edge.left + 4 + at * 74, 29]
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/><text x="${legendX}" y="${legendY}" fill="${colour}">${name}</text>`
}
