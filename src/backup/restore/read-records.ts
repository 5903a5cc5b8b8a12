import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { FormDoc } from '../../../collections/schemas/forms.ts'
import type { Piece } from '../pieces.ts'
import type { InterviewRecord, ProfileRecord } from '../records.ts'

/** The records of a backup, without the bytes of its files. */
export interface BackupRecords {
  readonly forms: readonly FormDoc[]
  readonly fields: readonly FormQuestionDoc[]
  /** By the ids that they have in the backup. */
  readonly interviews: ReadonlyMap<string, InterviewRecord>
  readonly profile: ProfileRecord | null
  /** The files whose bytes follow, by their ids. */
  readonly files: ReadonlyMap<string, FileUploadDoc>
}

/**
 * Reads a backup to its end, which proves that it is complete. What is of a profile is read only from a backup of its
 * surveyor (`isOwn`).
 */
export const readRecords = async (
  pieces: AsyncIterable<Piece>,
  isOwn: boolean,
): Promise<BackupRecords> => {
  const forms: FormDoc[] = []
  const fields: FormQuestionDoc[] = []
  const interviews = new Map<string, InterviewRecord>()
  const files = new Map<string, FileUploadDoc>()
  let profile: ProfileRecord | null = null
  for await (const { record } of pieces) {
    switch (record.type) {
      case 'form':
        forms.push(record.doc)
        break
      case 'fields':
        fields.push(...record.docs)
        break
      case 'interview':
        if (isOwn || !isOfProfile(record)) interviews.set(record.doc.id, record)
        break
      case 'profile':
        if (isOwn) profile = record
        break
      case 'file':
        if (record.parts > 0) files.set(record.doc.id, record.doc)
        break
      case 'head':
      case 'end':
        break
    }
  }
  return { forms, fields, interviews, profile, files }
}

/** Whether a document only holds what was refused of a profile, which was not on the device then. */
const isOfProfile = ({ doc }: InterviewRecord): boolean =>
  doc.refusals?.some(({ kind }) => kind === 'profile') === true
