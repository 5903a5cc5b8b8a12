import { useEffect, useState } from 'react'
import { fileBytes } from '../../../../collections/writes/write-interview.ts'
import { useWorkspace } from '../../../context.tsx'

/** A stored file's bytes; null while they are read, when there are none, and for no file. */
export const useFileBytes = (fileId: string | null): Blob | null => {
  const { db } = useWorkspace()
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
  }, [db, fileId])
  return bytes
}
