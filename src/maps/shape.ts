/** A position in degrees. */
export interface MapPosition {
  readonly latitude: number
  readonly longitude: number
}

/** Where the device is, with its accuracy in metres. */
export interface MapDevice extends MapPosition {
  readonly accuracy: number
}

/** How a shape looks, where it says so itself; colours are those of CSS. */
export interface ShapeStyle {
  readonly marker?: string
  /** A letter or a sign within the marker. */
  readonly symbol?: string
  readonly stroke?: string
  /** In px. */
  readonly strokeWidth?: number
  readonly fill?: string
}

/** A point, a line or an area on the map. */
export interface Shape {
  readonly id: string
  /** One for a point; of an area without the repeated first one. */
  readonly vertices: readonly MapPosition[]
  readonly isArea: boolean
  readonly style: ShapeStyle
  /** The accuracy of a point, which is drawn around it; absent where it is not shown. */
  readonly metres?: number
}
