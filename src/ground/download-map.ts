import { isNoRoom } from '../../collections/storage/no-room.ts'
import type { SyncEnv } from '../../replication/env.ts'
import type { Client } from '../../replication/http/client.ts'
import { interactiveTimeoutMs } from '../../replication/limits.ts'
import { findObject } from '../../replication/wire/envelope.ts'
import { parseMapPieces, type FormMap, type MapPieces } from '../../replication/wire/form/maps.ts'
import type { Env } from '../env.ts'
import { fetchBytes, type FetchFailure } from './fetch-bytes.ts'
import { beginMap, dropMap, noteWish, readKept, type Wish } from './kept-map.ts'

/** How a download ended. Of one that is cut, all pieces stay; for lack of room, none does. */
export type DownloadEnd = 'done' | 'stopped' | 'no-room' | FetchFailure

/** What a download needs. */
export interface DownloadParts {
  readonly env: Pick<Env, 'caches' | 'estimateStorage'> & SyncEnv
  readonly client: Pick<Client, 'call'>
  readonly database: string
}

/** Free bytes beyond a map's without which it is not fetched, because answers and photos need them. */
const spareBytes = 100 * 1024 ** 2

/** How often a damaged piece is fetched again. */
const mostTries = 3

const sha256Of = async (bytes: ArrayBuffer): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')

const fetchPieces = async (
  { client }: DownloadParts,
  { id, size_bytes: sizeBytes }: FormMap,
): Promise<MapPieces | FetchFailure> => {
  const answer = await client.call('mapPieces', { id, timeoutMs: interactiveTimeoutMs })
  if (!answer.ok) {
    const { failure } = answer
    if (failure.kind === 'permanent' && failure.status === 404) return 'gone'
    return failure.kind === 'offline' || failure.kind === 'temporary' ? 'network' : 'server'
  }
  const pieces = parseMapPieces(findObject(answer.value.json, 'piece_bytes', 'sha256'))
  const isRight = pieces?.sha256.length === Math.ceil(sizeBytes / (pieces?.piece_bytes ?? 1))
  return pieces !== null && isRight ? pieces : 'server'
}

/**
 * Fetches what is not here of a map, piece by piece, and compares each with its hash, so that a whole map is a right one.
 * Never rejects. `moved` gets the number of bytes that are here.
 */
export const downloadMap = async (
  parts: DownloadParts,
  map: FormMap,
  wish: Wish | null,
  signal: AbortSignal,
  moved: (bytes: number) => void,
): Promise<DownloadEnd> => {
  const { env, database } = parts
  const { sha256, size_bytes: sizeBytes } = map
  try {
    let kept = await readKept(env, database, sha256)
    const missing = sizeBytes - (kept === null ? 0 : bytesHere(map, kept.pieces, kept.here))
    if (!(await hasRoom(env, missing))) return 'no-room'
    if (kept === null) {
      const pieces = await fetchPieces(parts, map)
      if (signal.aborted) return 'stopped'
      if (typeof pieces === 'string') return pieces
      kept = await beginMap(env, database, sha256, pieces)
    }
    if (wish !== null) await noteWish(kept, wish)
    const { pieces, files } = kept
    const here = new Set(kept.here)
    moved(bytesHere(map, pieces, here))
    for (const [place, hash] of pieces.sha256.entries()) {
      if (here.has(place)) continue
      const piece = await fetchPiece(parts, map, pieces.piece_bytes, place, hash, signal)
      // Not written after the map was dropped.
      if (signal.aborted) return 'stopped'
      if (typeof piece === 'string') return piece
      await files.write(String(place), new Blob([piece]))
      here.add(place)
      moved(bytesHere(map, pieces, here))
    }
    return 'done'
  } catch (error) {
    if (signal.aborted) return 'stopped'
    // A map never takes the last room of a device.
    if (isNoRoom(error)) await dropMap(env, database, sha256).catch(() => undefined)
    return isNoRoom(error) ? 'no-room' : 'server'
  }
}

const fetchPiece = async (
  { env }: DownloadParts,
  map: FormMap,
  pieceBytes: number,
  place: number,
  hash: string,
  signal: AbortSignal,
): Promise<ArrayBuffer | FetchFailure> => {
  const from = place * pieceBytes
  const to = Math.min(from + pieceBytes, map.size_bytes)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const bytes = await fetchBytes(env, map, from, to, signal)
    if (!bytes.ok) return bytes.failure
    if ((await sha256Of(bytes.value)) === hash) return bytes.value
  }
  return 'server'
}

/** How many bytes some pieces of a map have. */
export const bytesHere = (
  { size_bytes: sizeBytes }: FormMap,
  { piece_bytes: pieceBytes, sha256 }: MapPieces,
  here: ReadonlySet<number>,
): number => {
  const last = sha256.length - 1
  const ofLast = here.has(last) ? pieceBytes - (sizeBytes - last * pieceBytes) : 0
  return here.size * pieceBytes - ofLast
}

const hasRoom = async (
  env: Pick<Env, 'estimateStorage'>,
  missingBytes: number,
): Promise<boolean> => {
  const { usedBytes, quotaBytes } = await env.estimateStorage()
  return quotaBytes === 0 || quotaBytes - usedBytes >= missingBytes + spareBytes
}
