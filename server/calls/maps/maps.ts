import { Readable } from 'node:stream'
import { mapType } from '../../../replication/wire/form/maps.ts'
import type { SurveyorCall, SurveyorHandler } from '../../backend.ts'
import { isUuid } from '../../db/ids.ts'
import { good, refuse } from '../../http/answer.ts'
import { mapOfSurveyor } from '../../store/maps/maps.ts'
import { wantedBytes } from './range.ts'

const notFound = refuse(404, 'Map not found.')

const found = async ({ backend, user, id }: SurveyorCall) =>
  isUuid(id) ? mapOfSurveyor(backend.db.query, user.id, id) : null

/** GET maps/{id}: the bytes of a base map, or with `Range` some of them, while they are the ones of `If-Range`. */
export const map: SurveyorHandler = async call => {
  const row = await found(call)
  const stored = row === null ? null : await call.backend.blobs.read(row.sha256)
  if (row === null || stored === null) return notFound
  const { headers: sent, method } = call.request
  const etag = `"${row.sha256}"`
  const isSame = (sent.get('If-Range') ?? etag) === etag
  const { sizeBytes } = stored
  const wanted = wantedBytes(isSame ? sent.get('Range') : null, sizeBytes)
  const headers = {
    'Content-Type': mapType,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    // The app keeps what it needs, and a copy of the browser's would take the same room again.
    'Cache-Control': 'no-store',
  }
  if (wanted.kind === 'none') {
    const range = `bytes */${sizeBytes}`
    return refuse(416, 'There are no such bytes.', { headers: { 'Content-Range': range } })
  }
  const { from, to } = wanted.kind === 'all' ? { from: 0, to: sizeBytes } : wanted
  const isPart = wanted.kind === 'some'
  const pieces = method === 'HEAD' ? null : Readable.toWeb(Readable.from(stored.pieces(from, to)))
  const response = new Response(pieces as ReadableStream<Uint8Array> | null, {
    status: isPart ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(to - from),
      ...(isPart ? { 'Content-Range': `bytes ${from}-${to - 1}/${sizeBytes}` } : {}),
    },
  })
  return { kind: 'raw', response }
}

/** GET maps/{id}/pieces: the hashes of the pieces of a base map. */
export const mapPieces: SurveyorHandler = async call => {
  const row = await found(call)
  if (row === null) return notFound
  return good('Pieces', { piece_bytes: row.piece_bytes, sha256: row.pieces })
}
