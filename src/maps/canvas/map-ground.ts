/* The only door to pmtiles, which loads with the first ground that is drawn. */
import MVT from 'ol/format/MVT.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorTileLayer from 'ol/layer/VectorTile.js'
import type Layer from 'ol/layer/Layer.js'
import { containsCoordinate, type Extent } from 'ol/extent.js'
import { transformExtent } from 'ol/proj.js'
import type RenderFeature from 'ol/render/Feature.js'
import type { Loader } from 'ol/source/ImageTile.js'
import ImageTile from 'ol/source/ImageTile.js'
import VectorTileSource from 'ol/source/VectorTile.js'
import { createXYZ } from 'ol/tilegrid.js'
import type Tile from 'ol/Tile.js'
import type VectorTile from 'ol/VectorTile.js'
import { PMTiles, SharedPromiseCache, type Source } from 'pmtiles'
import type { OnlineTiles } from '../../env.ts'
import type { Ground, GroundMap } from '../../ground/ground.ts'
import { groundStyle } from './ground-style.ts'

/** A layer of the ground, which lies beneath everything else on a map. */
export interface GroundLayer {
  readonly layer: Layer
  /** Where it can have something to show, in the map's plane; null for everywhere. */
  readonly extent: Extent | null
  /** Who made it, or ''. */
  readonly credit: string
  /** Calls `seen` with the first tile that is drawn. */
  readonly onceSeen: (seen: () => void) => void
}

/** How many directories of a map stay in the memory. */
const directoriesInMemory = 64

const mercator = 'EPSG:3857'

const sourceOf = ({ map, read }: GroundMap): Source => ({
  getKey: () => map.sha256,
  getBytes: async (offset, length) => {
    const data = await read(offset, offset + length)
    // OpenLayers then shows the tile of a smaller zoom, if it has that.
    if (data === null) throw new Error('These bytes of the map are not here')
    return { data }
  },
})

/** The bytes of a tile. Rejects where there is none, or it is not here now. */
const tilesOf = (drawn: GroundMap) => {
  let tiles = new PMTiles(sourceOf(drawn), new SharedPromiseCache(directoriesInMemory))
  return async (z: number, x: number, y: number, signal?: AbortSignal): Promise<ArrayBuffer> => {
    try {
      const found = await tiles.getZxy(z, x, y, signal)
      if (found === undefined) throw new Error('The map has no such tile')
      return found.data
    } catch (error) {
      // A directory that could not be read would be missing as long as the map is open.
      tiles = new PMTiles(sourceOf(drawn), new SharedPromiseCache(directoriesInMemory))
      throw error
    }
  }
}

const onceLoaded =
  (source: ImageTile | VectorTileSource): GroundLayer['onceSeen'] =>
  seen =>
    source.once('tileloadend', seen)

const rasterLayer = (drawn: GroundMap, extent: Extent): GroundLayer => {
  const tile = tilesOf(drawn)
  const loader: Loader = async (z, x, y, { signal }) =>
    createImageBitmap(new Blob([await tile(z, x, y, signal)]))
  const { min_zoom: minZoom, max_zoom: maxZoom, attribution } = drawn.map
  const source = new ImageTile({ loader, tileGrid: createXYZ({ minZoom, maxZoom }), wrapX: false })
  const layer = new TileLayer({ source, extent })
  return { layer, extent, credit: attribution, onceSeen: onceLoaded(source) }
}

const vectorLayer = (drawn: GroundMap, extent: Extent, element: HTMLElement): GroundLayer => {
  const tile = tilesOf(drawn)
  const format = new MVT({ layerName: 'layer' })
  const { min_zoom: minZoom, max_zoom: maxZoom, attribution } = drawn.map
  const source = new VectorTileSource({
    format,
    tileGrid: createXYZ({ minZoom, maxZoom }),
    wrapX: false,
    // Only a name of the tile, because its bytes come from the map.
    url: '{z}/{x}/{y}',
    tileLoadFunction: (asked: Tile) => {
      const vectors = asked as VectorTile<RenderFeature>
      const [z = 0, x = 0, y = 0] = vectors.getTileCoord()
      vectors.setLoader((tileExtent, _resolution, featureProjection) => {
        const show = (bytes: ArrayBuffer) =>
          vectors.setFeatures(format.readFeatures(bytes, { extent: tileExtent, featureProjection }))
        void tile(z, x, y)
          .then(show)
          .catch(() => vectors.onError())
      })
    },
  })
  const layer = new VectorTileLayer({
    source,
    extent,
    declutter: true,
    style: groundStyle(element),
  })
  return { layer, extent, credit: attribution, onceSeen: onceLoaded(source) }
}

const onlineLayer = ({ url, attribution }: OnlineTiles): GroundLayer => {
  // Services see which site asks, because some refuse others.
  const source = new ImageTile({ url, maxZoom: 19, referrerPolicy: 'origin' })
  const layer = new TileLayer({ source })
  return { layer, extent: null, credit: attribution, onceSeen: onceLoaded(source) }
}

const areaOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): number =>
  (east - west) * (north - south)

/** The layers of a ground, from the lowest to the highest: small maps are above large ones. */
export const groundOf = (
  { maps, online }: Ground,
  element: HTMLElement,
): readonly GroundLayer[] => {
  const largestFirst = [...maps].sort((a, b) => areaOf(b.map.bounds) - areaOf(a.map.bounds))
  return [
    ...(online === null ? [] : [onlineLayer(online)]),
    ...largestFirst.map(drawn => {
      const extent = transformExtent([...drawn.map.bounds], 'EPSG:4326', mercator)
      return drawn.map.kind === 'raster'
        ? rasterLayer(drawn, extent)
        : vectorLayer(drawn, extent, element)
    }),
  ]
}

/** Whether a layer can show something at a place of the map's plane. */
export const reaches = ({ extent }: GroundLayer, place: readonly number[]): boolean =>
  extent === null || containsCoordinate(extent, [...place])
