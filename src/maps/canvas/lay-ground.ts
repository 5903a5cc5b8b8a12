import type OlMap from 'ol/Map.js'
import type Layer from 'ol/layer/Layer.js'
import { loadOnce } from '../../../replication/http/load-once.ts'
import type { Ground } from '../../ground/ground.ts'

const load = loadOnce(() => import('./map-ground.ts'))

/**
 * Lays a ground beneath all layers of a map, and hides the grid where the ground shows something. Calls `onCredit` with the
 * words of those who made what is shown. Returns what takes the ground away.
 */
export const layGround = (
  map: OlMap,
  grid: Layer,
  ground: Ground,
  onCredit: (credit: string) => void,
): (() => void) => {
  let isGone = false
  let takeAway = () => {}
  void load().then(loaded => {
    const element = map.getTargetElement()
    if (loaded === null || isGone || !element) return
    const seen = new Set<Layer>()
    const laid = loaded.groundOf(ground, element)
    const look = () => {
      const centre = map.getView().getCenter() ?? [0, 0]
      const shown = laid.filter(each => seen.has(each.layer) && loaded.reaches(each, centre))
      grid.setVisible(shown.length === 0)
      onCredit([...new Set(shown.map(({ credit }) => credit).filter(Boolean))].join(' · '))
    }
    for (const [place, { layer, onceSeen }] of laid.entries()) {
      map.getLayers().insertAt(place, layer)
      onceSeen(() => {
        seen.add(layer)
        look()
      })
    }
    const view = map.getView()
    const extent = laid.at(-1)?.extent ?? null
    // Nothing has been shown yet, so the map begins with the area of its ground.
    const isUntouched = (view.getCenter() ?? []).every(part => part === 0)
    if (isUntouched && extent !== null) view.fit(extent)
    map.on('moveend', look)
    takeAway = () => {
      map.un('moveend', look)
      for (const { layer } of laid) map.removeLayer(layer)
      grid.setVisible(true)
      onCredit('')
    }
  })
  return () => {
    isGone = true
    takeAway()
  }
}
