import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive. Its content is read when its turn comes. */
export interface ZipEntry {
  readonly name: string
  readonly content: () => AsyncIterable<string | Uint8Array>
  /** Whether it is stored uncompressed, because photos and the like would not become smaller. */
  readonly isStored: boolean
}

/** An archive that is made while it is read: at any time only a part of one file is in memory. */
export const zipOf = (entries: AsyncIterable<ZipEntry>, mtime: Date): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | null = null
  const add = ({ name, content, isStored }: ZipEntry) =>
    new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(name, { mtime, compress: !isStored }, done => {
        current = Readable.from(content(), { objectMode: false })
        current.once('close', resolve)
        current.once('error', reject)
        done(null, current)
      })
    })
  const addAll = async () => {
    for await (const entry of entries) {
      if (output.destroyed) return
      await add(entry)
    }
    zip.end()
  }
  // Stops reading the source when the reader stops.
  output.once('close', () => current?.destroy())
  addAll().catch((failure: Error) => output.destroy(failure))
  return output
}
