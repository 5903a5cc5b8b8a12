import * as v from 'valibot'
import { id, jsonObject, number, parseWith, readable, text } from './values.ts'

/**
 * Base maps on the wire: the extension `maps`. A form lists those that belong to it, `GET maps/{id}` sends the bytes of
 * one by ranges, and `GET maps/{id}/pieces` the hashes by which a phone checks each piece that it keeps.
 */

/** The bytes of a piece; the last one of a map has fewer. */
export const mapPieceBytes = 1024 * 1024

/** The type of a map's bytes. */
export const mapType = 'application/vnd.pmtiles'

/** The most bytes that a base map may have. */
export const mapMaxBytes = 4 * 1024 * mapPieceBytes

/** More than any form has; a hostile list must not fill a phone. */
const maxMaps = 50

const zoom = v.fallback(v.pipe(number, v.integer(), v.minValue(0), v.maxValue(26)), 0)
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const FormMap = v.pipe(
  jsonObject,
  v.object({
    id: v.pipe(id, v.maxLength(150)),
    name: text,
    /** Where it is, in the office's words; '' when it does not say. */
    area: text,
    kind: v.picklist(['raster', 'vector']),
    size_bytes: v.pipe(number, v.integer(), v.minValue(1), v.maxValue(mapMaxBytes)),
    /** Of all its bytes, in hex; also the ETag. */
    sha256,
    /** West, south, east and north, in degrees. */
    bounds: v.fallback(v.array(number), []),
    min_zoom: zoom,
    max_zoom: zoom,
    /** Who made it, to be shown with it. */
    attribution: text,
  }),
  v.transform(map => ({ ...map, name: map.name || map.area || map.id })),
)

/** The `maps` of a form; empty when there are none. */
export const FormMaps = v.fallback(
  v.pipe(
    readable(FormMap),
    v.transform(maps => maps.slice(0, maxMaps)),
  ),
  [],
)

const MapPieces = v.pipe(
  jsonObject,
  v.object({
    piece_bytes: v.pipe(v.number(), v.integer(), v.minValue(4096)),
    sha256: v.pipe(v.array(sha256), v.readonly()),
  }),
)

/** A base map of a form, as a phone knows it before it has its bytes. */
export type FormMap = v.InferOutput<typeof FormMap>

/** The hashes of a map's pieces, in order. */
export type MapPieces = v.InferOutput<typeof MapPieces>

/** Parses the hashes of a map's pieces; null when they cannot be read. */
export const parseMapPieces = parseWith(MapPieces)
