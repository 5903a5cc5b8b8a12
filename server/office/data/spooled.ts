import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Chunks } from '../../export/formats/write-out.ts'

const readBytes = 256 * 1024
/** How many bytes are written between two looks at the room on the disk. */
const lookBytes = 64 * 1024 * 1024

/** Bytes that are written at the pace of the database and read at that of a network. */
interface Spooled {
  /** What has been written so far, and what follows. */
  readonly body: Readable
  /** Writes all chunks, or stops when the reader is gone. Throws what they throw, and when the disk is full. */
  readonly write: (chunks: Chunks) => Promise<void>
  /** Ends the reading: with a failure where the file is not complete, otherwise null. */
  readonly end: (failure: unknown) => void
}

/**
 * Opens a file without a name, so that nothing is left of it. An export is written through it, because a slow reader would
 * otherwise hold a transaction open, and the embedded database has only one.
 */
export const openSpooled = async (
  directory: string,
  hasRoom: () => Promise<boolean>,
): Promise<Spooled> => {
  const path = join(directory, `export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  let written = 0
  let looked = 0
  let isGone = false
  let ended: { readonly failure: unknown } | null = null
  let wake = () => {}
  const append = async (chunk: string | Uint8Array): Promise<void> => {
    if (written - looked > lookBytes) {
      looked = written
      if (!(await hasRoom())) throw new Error('The disk is too full for the export.')
    }
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    await file.write(bytes, 0, bytes.byteLength, written)
    written += bytes.byteLength
    wake()
  }
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ;) {
      const isMore = new Promise<void>(resolve => {
        wake = resolve
      })
      if (at < written) {
        const length = Math.min(readBytes, written - at)
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      } else if (ended === null) await isMore
      else if (ended.failure === null) return
      else throw ended.failure
    }
  }
  const body = Readable.from(read(), { objectMode: false })
  const closeWhenDone = (): void => {
    if (isGone && ended !== null) void file.close()
  }
  body.once('close', () => {
    isGone = true
    wake()
    closeWhenDone()
  })
  return {
    body,
    write: async chunks => {
      for await (const chunk of chunks) {
        if (isGone) return
        await append(chunk)
      }
    },
    end: failure => {
      ended = { failure }
      wake()
      closeWhenDone()
    },
  }
}
