import { useEffect, useState } from 'react'
import { fileBytes } from '../../../../collections/writes/write-interview.ts'
import { useWorkspace } from '../../../context.tsx'

/** The bytes of a stored file; null while they are read, and when there are none. */
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
