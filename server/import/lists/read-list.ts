import type { FormList } from '../../../replication/wire/form/files.ts'
import { isJsonObject } from '../../../replication/wire/envelope.ts'
import { ImportProblem } from '../source.ts'
import { elementsOf, readXml, textIn } from '../xform/xml.ts'
import { utf8Text } from '../utf8-text.ts'
import { csvCells, notUtf8 } from './csv-cells.ts'

/** A column's name in rules, without dots, because a dot would be a path. */
export const columnName = (name: string): string => name.trim().replaceAll('.', '_')

/** The name of a list, from that of its file. */
export const stemOf = (file: string): string => file.replace(/\.(csv|xml|geojson)$/i, '')

type Cells = Readonly<Record<string, string>>

/** A list from rows by column, with its columns in the order in which they first occur. */
export const toList = (rows: readonly Cells[]): FormList => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return { columns, rows: rows.map(row => columns.map(column => row[column] ?? '')) }
}

const fromCsv = (text: string): FormList => {
  const cells = csvCells(text)
  if (cells === null) throw new ImportProblem(['it has a quote that does not end with its cell'])
  const [head = [], ...rows] = cells
  const columns = head.map(columnName)
  return { columns, rows: rows.map(row => columns.map((_column, place) => row[place] ?? '')) }
}

/** `<root><item><name>…</name></item></root>` */
const fromXml = (bytes: Buffer): FormList =>
  toList(
    elementsOf(readXml(bytes)).map(item =>
      Object.fromEntries(
        elementsOf(item).map(cell => [columnName(cell.name), textIn(cell).trim()]),
      ),
    ),
  )

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''

const positionOf = (coordinates: unknown): string => {
  const numbers = Array.isArray(coordinates) ? coordinates.map(Number) : []
  const [longitude = Number.NaN, latitude = Number.NaN, altitude = 0] = numbers
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
  return isOnEarth ? `${latitude} ${longitude} ${altitude} 0` : ''
}

/** '' where one of the positions is none. */
const lineOf = (coordinates: unknown): string => {
  const positions = Array.isArray(coordinates) ? coordinates.map(positionOf) : ['']
  return positions.includes('') ? '' : positions.join(';')
}

/**
 * A point, a line or an area as answers have it, `lat lon altitude accuracy;…`; of an area its outer edge. Other shapes
 * have no place, because an answer could not have it either.
 */
const placeOf = (geometry: unknown): string => {
  if (!isJsonObject(geometry)) return ''
  const { type, coordinates } = geometry
  if (type === 'Point') return positionOf(coordinates)
  if (type === 'LineString') return lineOf(coordinates)
  return type === 'Polygon' && Array.isArray(coordinates) ? lineOf(coordinates[0]) : ''
}

const fromGeoJson = (text: string): FormList => {
  const whole: unknown = JSON.parse(text)
  const features = isJsonObject(whole) ? whole['features'] : null
  if (!Array.isArray(features)) throw new ImportProblem(['it is not GeoJSON with features'])
  return toList(
    features.filter(isJsonObject).map(({ id, properties, geometry }) => ({
      ...(id === undefined ? {} : { id: asText(id) }),
      ...Object.fromEntries(
        Object.entries(isJsonObject(properties) ? properties : {}).map(([name, value]) => [
          columnName(name),
          asText(value),
        ]),
      ),
      geometry: placeOf(geometry),
    })),
  )
}

const textOf = (bytes: Buffer): string => {
  const text = utf8Text(bytes)
  if (text === null) throw new ImportProblem([`it is ${notUtf8}`])
  return text
}

/** Reads a CSV, XML or GeoJSON file of a form. Throws ImportProblem with the reason why it cannot be read. */
export const readList = (name: string, bytes: Buffer): FormList => {
  try {
    if (/\.geojson$/i.test(name)) return fromGeoJson(textOf(bytes))
    if (/\.xml$/i.test(name)) return fromXml(bytes)
    return fromCsv(textOf(bytes))
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new ImportProblem([`${name} cannot be read: ${why}.`])
  }
}
