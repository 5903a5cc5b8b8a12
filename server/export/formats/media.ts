import type { Readable } from 'node:stream'
import type { BlobStore } from '../../files/blobs.ts'
import type { ExportedRow } from '../../store/export.ts'
import type { NameFile } from '../answers.ts'
import { ExportProblem } from '../problem.ts'
import { zipOf, type ZipEntry } from './zip.ts'

/** The name of a file in the archive, which the tables use too: a folder for each submission, and a number. */
export const nameInArchive: NameFile = (row, { form_field_id, name }, place) => {
  const field = form_field_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '')
  return `${row.id}/${place + 1}-${field}-${name}`
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
