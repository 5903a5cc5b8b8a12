import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { Shape } from '../shape.ts'
import type { Colours } from './plane.ts'

/** How shapes look. */
export interface Styles {
  readonly plain: (shape: Shape) => Style
  readonly chosen: (shape: Shape) => Style
  /** Of a shape that is only there for comparison. */
  readonly quiet: (shape: Shape) => Style
  /** Several points that are too near to each other. */
  readonly several: (count: number) => Style
  /** The accuracy around a point. */
  readonly accuracy: Style
}

/** The red, green and blue of `#rgb`, `#rrggbb` or `rgb(…)`, as forms and browsers write colours. */
const channelsOf = (colour: string): readonly number[] => {
  const short = /^#(.)(.)(.)$/.exec(colour)?.slice(1)
  const long = /^#(..)(..)(..)/.exec(colour)?.slice(1)
  const hex = short?.map(digit => digit + digit) ?? long
  return hex?.map(two => Number.parseInt(two, 16)) ?? (colour.match(/[\d.]+/g) ?? []).map(Number)
}

/** A colour with less of it, so that what is below stays visible; one with an alpha of its own stays as it is. */
const translucent = (colour: string, alpha: number): string => {
  if (/^#(.{4}|.{8})$/.test(colour)) return colour
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`
}

/** Black or white, whichever is seen better on a colour. */
const inkOn = (colour: string): string => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#000000' : '#ffffff'
}

/** Makes each style once, because maps have thousands of shapes of few looks. */
export const createStyles = (
  colours: Colours,
  countText: (count: number) => string = String,
): Styles => {
  const made = new Map<string, Style>()
  const once = (key: readonly unknown[], make: () => Style): Style => {
    const name = JSON.stringify(key)
    const style = made.get(name) ?? make()
    made.set(name, style)
    return style
  }
  const words = (text: string, colour: string, sizePx: number) =>
    new Text({
      text,
      font: `bold ${sizePx}px system-ui`,
      fill: new Fill({ color: colour }),
      // Canvas texts sit a little high in a disc.
      offsetY: 1,
    })
  const point = ({ style: { marker = colours.line, symbol } }: Shape, isChosen: boolean) =>
    new Style({
      image: new CircleStyle({
        radius: (symbol === undefined ? 8 : 12) + (isChosen ? 4 : 0),
        fill: new Fill({ color: marker }),
        stroke: new Stroke({
          color: isChosen ? colours.line : colours.ground,
          width: isChosen ? 4 : 2,
        }),
      }),
      ...(symbol === undefined ? {} : { text: words(symbol, inkOn(marker), 14) }),
      zIndex: isChosen ? 1 : 0,
    })
  const drawn = ({ style, isArea }: Shape, isChosen: boolean) => {
    const stroke = style.stroke ?? colours.line
    const fill = style.fill ?? stroke
    return new Style({
      stroke: new Stroke({ color: stroke, width: (style.strokeWidth ?? 3) + (isChosen ? 3 : 0) }),
      ...(isArea ? { fill: new Fill({ color: translucent(fill, isChosen ? 0.5 : 0.25) }) } : {}),
    })
  }
  const look = (shape: Shape, isChosen: boolean): Style =>
    once([shape.style, shape.isArea, shape.vertices.length === 1, isChosen], () =>
      shape.vertices.length === 1 ? point(shape, isChosen) : drawn(shape, isChosen),
    )
  return {
    plain: shape => look(shape, false),
    chosen: shape => look(shape, true),
    quiet: shape => look({ ...shape, style: { strokeWidth: 2, ...shape.style } }, false),
    several: count =>
      once([count], () => {
        const text = countText(count)
        return new Style({
          image: new CircleStyle({
            radius: 12 + 3 * text.length,
            fill: new Fill({ color: colours.line }),
            stroke: new Stroke({ color: colours.ground, width: 3 }),
          }),
          text: words(text, colours.ground, 14),
        })
      }),
    accuracy: new Style({
      stroke: new Stroke({ color: colours.line, width: 1 }),
      fill: new Fill({ color: translucent(colours.line, 0.15) }),
    }),
  }
}
