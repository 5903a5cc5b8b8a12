import type { Unknowable } from '../wire/chronicle.ts'
import { areCopies, isReturned, mayHaveCopies } from './invariants.ts'
import { isUnknowable, type World } from '../world/world.ts'

/**
 * An interview that is on the server twice, or its files are, or in spite of its deletion, and why no client could
 * have known.
 */
export interface Double {
  readonly marker: string
  /**
   * repeated: the browser sent its files twice, and a server without keys kept both.
   * copied: a backup brought the interview to a second phone before its files were sent, and both phones sent them,
   * or at the same time the interview itself.
   * again: the browser sent the interview twice. The further row is a copy (at-rest.ts).
   * returned: a restored server has again the row of a deletion that was taken back.
   */
  readonly why: Unknowable | 'repeated' | 'copied' | 'again' | 'returned'
}

/** The doubles in a world at its end. */
export const findDoubles = async (world: World): Promise<readonly Double[]> => {
  const rows = [...(await world.server.rows('asha')), ...(await world.server.rows('ravi'))]
  return world.interviews.flatMap(({ marker, isDeleted }): Double[] => {
    const copies = rows.filter(row => row.marker === marker)
    const hasFilesTwice = copies.some(
      ({ files }) => new Set(files.map(({ sha256 }) => sha256)).size < files.length,
    )
    const isTwice = copies.length > (isDeleted ? 0 : 1)
    const why = isUnknowable(world, marker) ? world.chronicle.whyUnknowable(marker) : null
    if (why !== null) {
      return isTwice || hasFilesTwice ? [{ marker, why }] : []
    }
    const isRepeated = world.server.name === 'plain' && world.chronicle.mayBeTwin(marker)
    if (isRepeated && isTwice) return [{ marker, why: 'again' }]
    if (isTwice && isReturned(world, marker)) return [{ marker, why: 'returned' }]
    if (areCopies(world, copies)) return [{ marker, why: 'copied' }]
    if (!hasFilesTwice) return []
    if (isRepeated) return [{ marker, why: 'repeated' }]
    return mayHaveCopies(world) ? [{ marker, why: 'copied' }] : []
  })
}
