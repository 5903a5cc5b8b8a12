import { useCallback, useRef, useSyncExternalStore } from 'react'

/** An object URL for bytes, revoked when they are no longer shown; null without bytes. */
export const useObjectUrl = (blob: Blob | null): string | null => {
  const url = useRef<string | null>(null)
  const hold = useCallback(
    (changed: () => void) => {
      if (blob === null) return () => {}
      const made = URL.createObjectURL(blob)
      url.current = made
      changed()
      return () => {
        url.current = null
        URL.revokeObjectURL(made)
      }
    },
    [blob],
  )
  return useSyncExternalStore(hold, () => url.current)
}
