import type { FeatureLike } from 'ol/Feature.js'
import type { StyleFunction } from 'ol/style/Style.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'

/**
 * A plain style for vector tiles of any maker: what a layer is follows from its name, because Protomaps, OpenMapTiles,
 * Shortbread and one's own layers name the same things in nearly the same words. Quiet, because answers are drawn above.
 */

type Kind = 'land' | 'water' | 'green' | 'building' | 'road' | 'border' | 'name' | 'other'

const kinds: readonly (readonly [layer: RegExp, kind: Kind])[] = [
  [/^(earth|land|background)$/i, 'land'],
  [/label|name|place|poi|town|village|settlement/i, 'name'],
  [/water|ocean|river|lake|stream/i, 'water'],
  [/build/i, 'building'],
  [/bound|admin|border/i, 'border'],
  [/road|transport|street|highway|path|track|rail/i, 'road'],
  [/park|wood|forest|green|land_?(use|cover)|vegetation|natural/i, 'green'],
]

const greens =
  /park|wood|forest|grass|nature|scrub|garden|orchard|farm|meadow|wetland|vineyard|golf|cemetery|crop/i

/** A colour of the page, as a canvas takes it. */
const colourOf = (element: HTMLElement, token: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(--${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The style of a ground of vector tiles, in the colours of the page around an element. */
export const groundStyle = (element: HTMLElement): StyleFunction => {
  const colour = (token: string) => colourOf(element, token)
  const fill = (token: string) => new Style({ fill: new Fill({ color: colour(token) }) })
  const line = (token: string, width: number, dash: number[] = []) =>
    new Style({ stroke: new Stroke({ color: colour(token), width, lineDash: dash }) })
  const language = document.documentElement.lang
  const halo = new Stroke({ color: colour('ground-sunken'), width: 3 })
  const words = new Fill({ color: colour('ink') })
  const styles = {
    water: [fill('map-water'), line('map-water', 2)],
    green: [fill('map-green')],
    built: [fill('map-built')],
    building: [fill('map-building')],
    road: [line('map-road', 2)],
    wide: [line('map-road', 4)],
    border: [line('ink-muted', 1, [6, 4])],
    other: [line('ink-muted', 1)],
  }

  const named = (feature: FeatureLike): Style | null => {
    const text: unknown = feature.get(`name:${language}`) ?? feature.get('name')
    if (typeof text !== 'string' || text === '') return null
    const placement = feature.getGeometry()?.getType().includes('Line') ? 'line' : 'point'
    const font = '12px system-ui, sans-serif'
    return new Style({ text: new Text({ text, font, fill: words, stroke: halo, placement }) })
  }

  return feature => {
    const layer = String(feature.get('layer') ?? '')
    const kind = kinds.find(([name]) => name.test(layer))?.[1] ?? 'other'
    const sort = String(feature.get('kind') ?? feature.get('class') ?? '')
    switch (kind) {
      case 'land':
        return []
      case 'green':
        return greens.test(sort) || greens.test(layer) ? styles.green : styles.built
      case 'road': {
        const isWide = /highway|motorway|trunk|primary|major/.test(sort)
        const label = named(feature)
        const drawn = isWide ? styles.wide : styles.road
        return label === null ? drawn : [...drawn, label]
      }
      case 'name': {
        const label = named(feature)
        return label === null ? [] : [label]
      }
      case 'other': {
        const label = named(feature)
        return label === null ? styles.other : [...styles.other, label]
      }
      default:
        return styles[kind]
    }
  }
}
