import Feature from 'ol/Feature.js'
import { isEmpty, type Extent } from 'ol/extent.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import type { Shape } from '../shape.ts'
import { geometryOf } from './geometry.ts'
import type { Colours } from './plane.ts'
import { createStyles } from './styles.ts'

/** Shapes for comparison, which cannot be tapped, and what they reach over; null for none. */
export const quietLayer = (
  shapes: readonly Shape[],
  colours: Colours,
): { readonly layer: VectorLayer; readonly extent: Extent | null } => {
  const styles = createStyles({ ...colours, line: colours.quiet })
  const source = new VectorSource({
    features: shapes.map(shape => {
      const feature = new Feature(geometryOf(shape))
      feature.setStyle(styles.quiet(shape))
      return feature
    }),
  })
  const extent = source.getExtent()
  return {
    layer: new VectorLayer({ source }),
    extent: extent === null || isEmpty(extent) ? null : extent,
  }
}
