import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { metresBetween } from '../../../location/metres-between.ts'
import { shapeIn } from '../../../maps/shape-in.ts'
import type { MapPosition, Shape, ShapeStyle } from '../../../maps/shape.ts'

/* Options with a place: their columns `geometry`, and those of simplestyle, as in ODK. */

type Columns = Readonly<Record<string, string>>

const colour = (text = ''): string | undefined => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : `#${digits}`
}

/** A letter, a digit or a sign, which fits into a marker; the names of icons do not. */
const symbol = (text = ''): string | undefined => {
  const sign = text.trim()
  const isShort = [...sign].length <= 2 || /^\p{Extended_Pictographic}\S{0,6}$/u.test(sign)
  return sign !== '' && isShort ? sign.toUpperCase() : undefined
}

const widestPx = 20

const width = (text = ''): number | undefined => {
  const px = Number(text)
  return text.trim() !== '' && px > 0 ? Math.min(px, widestPx) : undefined
}

const styleOf = (columns: Columns): ShapeStyle => {
  const found = {
    marker: colour(columns['marker-color']),
    symbol: symbol(columns['marker-symbol']),
    stroke: colour(columns['stroke']),
    strokeWidth: width(columns['stroke-width']),
    fill: colour(columns['fill']),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The shapes of the options that have one, by their values. */
export const shapesOf = (options: readonly FieldOption[]): readonly Shape[] =>
  options.flatMap(({ value, more }) => {
    const shape = shapeIn(value, more?.['geometry'] ?? '', styleOf(more ?? {}))
    return shape === null ? [] : [shape]
  })

/** How far each shape is from a position, in metres, by its nearest vertex. */
export const distancesFrom = (
  at: MapPosition,
  shapes: readonly Shape[],
): ReadonlyMap<string, number> =>
  new Map(
    shapes.map(({ id, vertices }) => [
      id,
      vertices.reduce(
        (least, vertex) => Math.min(least, metresBetween(at, vertex)),
        Number.POSITIVE_INFINITY,
      ),
    ]),
  )

const ownColumns =
  /^(name|label(::.*)?|id|title|geometry|marker-.*|stroke(-.*)?|fill(-.*)?|__.*|list_name)$/

/** More facts of a place than a phone shows next to its map. */
const mostFacts = 8

/** What else is known of an option, as its author named it. */
export const factsOf = ({ more = {} }: FieldOption): readonly (readonly [string, string])[] =>
  Object.entries(more)
    .filter(([column, value]) => !ownColumns.test(column) && value !== '')
    .slice(0, mostFacts)
