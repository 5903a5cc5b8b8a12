import type { Database } from '../../../collections/database.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { toDataUrl } from '../../../collections/storage/base64.ts'
import { fileBytes } from '../../../collections/writes/write-files.ts'

/** An entry as a file that people and programs can read. */
interface ExportedEntry {
  readonly name: string
  readonly blob: Blob
  /** How many of its files are not in it, because they are no longer on the device. */
  readonly lostFiles: number
}

/**
 * An entry with all its contents as JSON: the stored entry, and in `files` each of its files with its bytes as a data
 * URL, null when they are no longer on the device.
 */
export const entryToFile = async (db: Database, entry: RecoveryEntry): Promise<ExportedEntry> => {
  const parts: Blob[] = []
  let lostFiles = 0
  // One after the other, and each as a blob, because the texts of many photos may not fit into memory.
  for (const id of entry.file_ids) {
    const stored = await db.file_uploads.findOne(id).exec()
    const { field_id, occurrence, file_name, file_type } = stored?.toMutableJSON() ?? {}
    const bytes = await fileBytes(db, id)
    if (bytes === null) lostFiles += 1
    const data = bytes === null ? null : await toDataUrl(bytes)
    const file = { id, field_id, occurrence, file_name, file_type, data }
    parts.push(new Blob([parts.length === 0 ? '' : ',\n', JSON.stringify(file)]))
  }
  const head = JSON.stringify(entry, null, 2).replace(/\n\}$/, '')
  return {
    name: `recovery-${entry.id.replaceAll(/[^\w-]+/g, '-')}.json`,
    blob: new Blob([head, ',\n  "files": [', ...parts, ']\n}\n'], { type: 'application/json' }),
    lostFiles,
  }
}
