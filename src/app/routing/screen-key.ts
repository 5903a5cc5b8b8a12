import type { Location } from '../../lib/navigation/navigation.ts'

/** Tells screens apart: reading a submission and editing it share a path; any other query leads to the same screen. */
export const screenKey = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname} ${new URLSearchParams(search).get('edit') ?? ''}`
