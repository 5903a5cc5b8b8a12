import type { ReactNode } from 'react'
import { buttonClass, type ButtonVariant } from '../ui/actions/button.tsx'
import { useObjectUrl } from './hooks/use-object-url.ts'

/** `blob` is null until the bytes are ready. */
interface DownloadLinkProps {
  blob: Blob | null
  fileName: string
  variant?: ButtonVariant | undefined
  size?: 'm' | 's' | undefined
  full?: boolean | undefined
  children: ReactNode
}

/** Saves bytes as a file through the browser's own download. */
export function DownloadLink({ blob, fileName, children, ...look }: DownloadLinkProps) {
  const url = useObjectUrl(blob)
  if (url === null) return null
  return (
    <a href={url} download={fileName} className={buttonClass(look)}>
      {children}
    </a>
  )
}
