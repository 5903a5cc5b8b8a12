import { useCallback, useRef, useSyncExternalStore } from 'react'

/** An address for bytes on the device, given back when it is no longer shown; null while there are none. */
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
