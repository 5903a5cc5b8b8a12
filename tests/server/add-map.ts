import { randomUUID } from 'node:crypto'
import { sha256Of } from '../../server/files/blobs.ts'
import { putMap } from '../../server/store/maps/maps.ts'
import type { TestServer } from './make-server.ts'

/** Adds a base map of these bytes to a form, whatever they are; returns its id. */
export const addMap = async (
  { db, blobs, clock }: Pick<TestServer, 'db' | 'blobs' | 'clock'>,
  formId: string,
  bytes = new TextEncoder().encode('a map'),
  pieceBytes = 1024 * 1024,
): Promise<string> => {
  const pieces = Array.from({ length: Math.ceil(bytes.byteLength / pieceBytes) }, (_, n) =>
    sha256Of(bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes)),
  )
  const map = {
    name: 'North',
    area: 'North district',
    kind: 'raster' as const,
    sha256: await blobs.put(bytes),
    size_bytes: bytes.byteLength,
    bounds: [73, 22, 74, 23],
    min_zoom: 12,
    max_zoom: 13,
    attribution: '© the survey office',
    piece_bytes: pieceBytes,
    pieces,
  }
  return putMap(db.query, randomUUID(), map, formId, new Date(clock()))
}
