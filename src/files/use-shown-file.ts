import { useEffect, useState } from 'react'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { fileUrl } from '../../replication/rows/listed-files.ts'
import { useWorkspace } from '../context.tsx'
import { useObjectUrl } from '../lib/hooks/use-object-url.ts'
import type { ShownFile } from './shown-files.ts'

/** Where a file can be read; the device comes first. */
type FilePlace =
  | { readonly kind: 'reading' }
  | { readonly kind: 'device'; readonly url: string }
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'gone' }

/** Finds a file's bytes, or its address on the server when the device no longer has them. */
export const useShownFile = (file: ShownFile): FilePlace => {
  const { db, env } = useWorkspace()
  const [read, setRead] = useState<{ readonly id: string; readonly bytes: Blob | null } | null>(
    null,
  )
  const { localId } = file
  useEffect(() => {
    if (localId === null) return undefined
    let isHere = true
    const note = (bytes: Blob | null) => {
      if (isHere) setRead({ id: localId, bytes })
    }
    fileBytes(db, localId).then(note, () => note(null))
    return () => {
      isHere = false
    }
  }, [db, localId])

  const isRead = localId === null || read?.id === localId
  const bytes = isRead && localId !== null ? (read?.bytes ?? null) : null
  const local = useObjectUrl(bytes)
  if (local !== null) return { kind: 'device', url: local }
  if (!isRead || bytes !== null) return { kind: 'reading' }
  const url = file.url === null ? null : fileUrl(file.url, env.apiUrl())
  return url === null ? { kind: 'gone' } : { kind: 'server', url: url.href }
}
