import type { Readable } from 'node:stream'
import type { BlobStore } from '../../files/blobs.ts'
import type { ExportedRow } from '../../store/export.ts'
import type { NameFile } from '../answers.ts'
import { ExportProblem } from '../problem.ts'
import { zipOf, type ZipEntry } from './zip.ts'

/**
 * The most bytes of a field's id and of a file's name in the archive. With a number they fit into the 255 bytes of a
 * name that every file system accepts.
 */
const fieldBytes = 80
const nameBytes = 160

const cut = (text: string, bytes: number): string => {
  let left = bytes
  const kept: string[] = []
  for (const sign of text) {
    left -= Buffer.byteLength(sign)
    if (left < 0) break
    kept.push(sign)
  }
  return kept.join('')
}

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

async function* bytesOf(blobs: BlobStore, sha256: string, name: string) {
  const bytes = await blobs.get(sha256)
  if (bytes === null) throw new ExportProblem(`The file ${name} is not in the store.`)
  yield bytes
}

async function* entriesOf(
  batches: AsyncIterable<readonly ExportedRow[]>,
  blobs: BlobStore,
  onFile: () => void,
): AsyncGenerator<ZipEntry> {
  for await (const rows of batches) {
    for (const row of rows) {
      for (const [place, file] of row.files.entries()) {
        const name = nameInArchive(row, file, place)
        yield { name, content: () => bytesOf(blobs, file.sha256, name), isStored: true }
        onFile()
      }
    }
  }
}

/** The files of the submissions as an archive, one file in memory at a time. A missing file is an error. */
export const mediaOf = (
  batches: AsyncIterable<readonly ExportedRow[]>,
  blobs: BlobStore,
  mtime: Date,
  onFile: () => void,
): Readable => zipOf(entriesOf(batches, blobs, onFile), mtime)
