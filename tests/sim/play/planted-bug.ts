/** Where planted bugs show: on undisturbed days, in random histories, on days with strikes. */
export const kinds = [
  'calm',
  'faults',
  'phones',
  'tabs',
  'sleep',
  'deaths',
  'full',
  'histories',
  'crash',
  'freeze',
] as const

/** A deliberate bug: a piece of the product's source, and its replacement in one test run. */
export interface PlantedBug {
  readonly name: string
  /** From the project's root. */
  readonly file: string
  /** Must occur exactly once in the file. */
  readonly replace: string
  readonly by: string
  /** Where to look first: one of the kinds, or a day that once failed. */
  readonly shownBy: string
}

/** Creates a planted bug. By default it shows on the day of phones. */
export const bug = (
  name: string,
  file: string,
  replace: string,
  by: string,
  shownBy: PlantedBug['shownBy'] = 'phones',
): PlantedBug => ({ name, file, replace, by, shownBy })
