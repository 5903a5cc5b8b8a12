import type { Location } from '../../lib/navigation/navigation.ts'

/**
 * Identifies a screen. Reading and editing a submission share a path but are two screens; any other query is the same
 * screen.
 */
export const screenKey = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname} ${new URLSearchParams(search).get('edit') ?? ''}`
