import { useEffect, useState } from 'react'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { fileBytes } from '../../../../collections/writes/write-files.ts'
import { useWorkspace } from '../../../context.tsx'

/** The bytes of a stored file; null while they are read, and when there are none. */
export const useFileBytes = (file: Pick<FileUploadDoc, 'id' | 'sha256'> | null): Blob | null => {
  const { db } = useWorkspace()
  const fileId = file?.id ?? null
  // A photo is made smaller in its place.
  const hash = file?.sha256
  const [bytes, setBytes] = useState<Blob | null>(null)
  useEffect(() => {
    if (fileId === null) return undefined
    let isShown = true
    fileBytes(db, fileId).then(
      read => isShown && setBytes(read),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [db, fileId, hash])
  return bytes
}
