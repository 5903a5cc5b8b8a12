/** Where planted bugs show themselves: on days as they are, in random histories, on days that are struck. */
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

/** A deliberate fault: a piece of the product's source, and what stands in its place in one test run. */
export interface PlantedBug {
  readonly name: string
  /** From the project's root. */
  readonly file: string
  /** Must be there exactly once. */
  readonly replace: string
  readonly by: string
  /** Where to look for it first: one of the kinds, or a day on which something was once found. */
  readonly shownBy: string
}

/** Makes one; it shows itself on the day of phones when nothing is said. */
export const bug = (
  name: string,
  file: string,
  replace: string,
  by: string,
  shownBy: PlantedBug['shownBy'] = 'phones',
): PlantedBug => ({ name, file, replace, by, shownBy })
