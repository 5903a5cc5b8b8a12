import type { SyncEnv } from '../../replication/env.ts'
import type { FormMap } from '../../replication/wire/form/maps.ts'
import type { Env, OnlineTiles } from '../env.ts'
import { fetchBytes } from './fetch-bytes.ts'
import { readKept, type KeptMap } from './kept-map.ts'

/** A base map to draw. */
export interface GroundMap {
  readonly map: FormMap
  /** Some bytes of it, from the device or else from the server; null when neither has them now. */
  readonly read: (from: number, to: number) => Promise<ArrayBuffer | null>
}

/** What lies beneath what is drawn on a map. */
export interface Ground {
  readonly maps: readonly GroundMap[]
  /** Tiles of a service on the web; null where the organization names none. */
  readonly online: OnlineTiles | null
}

/** How many pieces of a map stay in the memory, because neighbouring tiles are in the same ones. */
const piecesInMemory = 4

type GroundEnv = Pick<Env, 'caches'> & SyncEnv

/** A base map of a database, to draw. */
export const groundMap = (env: GroundEnv, database: string, map: FormMap): GroundMap => {
  const recent = new Map<number, Promise<Blob | null>>()
  let looking: Promise<KeptMap | null> | null = null
  const pieceOf = (kept: KeptMap, place: number): Promise<Blob | null> => {
    const found = recent.get(place) ?? kept.files.read(String(place)).catch(() => null)
    recent.delete(place)
    recent.set(place, found)
    const [oldest] = recent.keys()
    if (recent.size > piecesInMemory && oldest !== undefined) recent.delete(oldest)
    return found
  }

  const fromDevice = async (from: number, to: number): Promise<ArrayBuffer | null> => {
    looking ??= readKept(env, database, map.sha256).catch(() => null)
    const kept = await looking
    const bytes = kept?.pieces.piece_bytes ?? 1
    const parts: Blob[] = []
    for (let at = from; at < to && kept !== null;) {
      const place = Math.floor(at / bytes)
      const piece = await pieceOf(kept, place)
      const end = Math.min(to, (place + 1) * bytes)
      if (piece === null) break
      parts.push(piece.slice(at - place * bytes, end - place * bytes))
      at = end
    }
    const found = await new Blob(parts).arrayBuffer()
    if (found.byteLength === to - from) return found
    // A download may have brought it by the next time.
    looking = null
    recent.clear()
    return null
  }

  return {
    map,
    read: async (from, to) => {
      const kept = await fromDevice(from, Math.min(to, map.size_bytes)).catch(() => null)
      if (kept !== null) return kept
      const fetched = await fetchBytes(
        env,
        map,
        from,
        Math.min(to, map.size_bytes),
        new AbortController().signal,
      )
      return fetched.ok ? fetched.value : null
    },
  }
}
