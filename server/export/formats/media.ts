import type { Readable } from 'node:stream'
import type { BlobStore } from '../../files/blobs.ts'
import type { ExportedRow } from '../../store/export.ts'
import type { NameFile } from '../answers.ts'
import { cut } from './cut.ts'
import { zipOf, type ZipEntry } from './zip.ts'

/**
 * The most bytes of a field's id and of a file's name in the archive. With a number they fit into the 255 bytes of a
 * name that every file system accepts.
 */
const fieldBytes = 80
const nameBytes = 160

/** A name within the limit that still ends in its extension. */
const shortened = (name: string): string => {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return cut(name.slice(0, name.length - extension.length), nameBytes) + extension
}

/** The name of a file in the archive, which the tables use too: a folder for each submission, and a number. */
export const nameInArchive: NameFile = (row, { form_field_id, name }, place) => {
  const field = form_field_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '')
  return `${row.id}/${place + 1}-${cut(field, fieldBytes)}-${shortened(name)}`
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function* entriesOf(
  batches: AsyncIterable<readonly ExportedRow[]>,
  blobs: BlobStore,
  onFile: (name: string, isMissing: boolean) => void,
): AsyncGenerator<ZipEntry> {
  for await (const rows of batches) {
    for (const row of rows) {
      for (const [place, file] of row.files.entries()) {
        const name = nameInArchive(row, file, place)
        const bytes = await blobs.get(file.sha256)
        onFile(name, bytes === null)
        if (bytes !== null) yield { name, content: () => once(bytes), isStored: true }
      }
    }
  }
}

/**
 * The files of the submissions as an archive, one file in memory at a time. `onFile` is called for each, and throws
 * when a file that is missing in the store is an error.
 */
export const mediaOf = (
  batches: AsyncIterable<readonly ExportedRow[]>,
  blobs: BlobStore,
  mtime: Date,
  onFile: (name: string, isMissing: boolean) => void,
): Readable => zipOf(entriesOf(batches, blobs, onFile), mtime)
