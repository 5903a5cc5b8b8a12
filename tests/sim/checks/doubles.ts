import type { Unknowable } from '../wire/chronicle.ts'
import { isUnknowable, type World } from '../world/world.ts'

/** An interview that is on the server twice, or its files are, or in spite of its deletion, and why nobody could tell. */
export interface Double {
  readonly marker: string
  readonly why: Unknowable
}

/** The doubles of a world at its end. */
export const findDoubles = async (world: World): Promise<readonly Double[]> => {
  const rows = await world.server.rows()
  return world.interviews.flatMap(({ marker, isDeleted }) => {
    const why = isUnknowable(world, marker) ? world.chronicle.whyUnknowable(marker) : null
    const copies = rows.filter(row => row.marker === marker)
    const hasFilesTwice = copies.some(({ files }) => new Set(files).size < files.length)
    const isDouble = copies.length > (isDeleted ? 0 : 1) || hasFilesTwice
    return why !== null && isDouble ? [{ marker, why }] : []
  })
}
