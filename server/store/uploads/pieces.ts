import type { Query } from '../../db/db.ts'

/** A piece of an upload, whose bytes are a blob. */
export interface PieceRow {
  readonly sha256: string
  readonly size_bytes: number
}

/** Adds a piece that begins at an offset. Returns whether the upload still was at that offset. */
export const addPiece = async (
  query: Query,
  userId: string,
  uploadId: string,
  start: number,
  piece: PieceRow,
  now: Date,
): Promise<boolean> => {
  const moved = await query(
    `update uploads set offset_bytes = offset_bytes + $4, touched_at = $5
     where user_id = $1 and id = $2 and offset_bytes = $3 and not is_attached returning id`,
    [userId, uploadId, start, piece.size_bytes, now],
  )
  if (moved.length === 0) return false
  await query(
    `insert into upload_pieces (user_id, upload_id, start_bytes, size_bytes, sha256)
     values ($1, $2, $3, $4, $5)`,
    [userId, uploadId, start, piece.size_bytes, piece.sha256],
  )
  return true
}

/** The pieces of an upload in order. */
export const piecesOf = (query: Query, userId: string, uploadId: string) =>
  query<PieceRow>(
    `select sha256, size_bytes from upload_pieces where user_id = $1 and upload_id = $2
     order by start_bytes`,
    [userId, uploadId],
  )

/** Removes the pieces of an upload, and returns their hashes. */
export const dropPieces = async (
  query: Query,
  userId: string,
  uploadId: string,
): Promise<readonly string[]> => {
  const dropped = await query<{ sha256: string }>(
    `delete from upload_pieces where user_id = $1 and upload_id = $2 returning sha256`,
    [userId, uploadId],
  )
  return dropped.map(({ sha256 }) => sha256)
}
