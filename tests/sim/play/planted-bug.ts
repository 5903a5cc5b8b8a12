/** Where planted bugs show: on undisturbed days, in random histories, also of members, on days with strikes. */
export const kinds = [
  'calm',
  'faults',
  'phones',
  'tabs',
  'sleep',
  'deaths',
  'full',
  'histories',
  'members',
  'cases',
  'reviews',
  'crash',
  'freeze',
] as const

/** A piece of the product's source, and its replacement in one test run. */
export interface Place {
  /** From the project's root. */
  readonly file: string
  /** Must occur exactly once in the file. */
  readonly replace: string
  readonly by: string
}

/** A deliberate bug. It has several places where one rule is kept twice, so that each place alone changes nothing. */
export interface PlantedBug {
  readonly name: string
  readonly places: readonly Place[]
  /** Where to look first: one of the kinds, or a day that once failed. */
  readonly shownBy: string
}

/** Creates a planted bug of one place. By default it shows on the day of phones. */
export const bug = (
  name: string,
  file: string,
  replace: string,
  by: string,
  shownBy: PlantedBug['shownBy'] = 'phones',
): PlantedBug => ({ name, places: [{ file, replace, by }], shownBy })
