import { useEffect } from 'react'
import { useApp } from '../../context.tsx'
import type { Credentials } from '../../session/stored-session.ts'

/** Hands over what 'Remember me' kept, once, if there is something and it can be read on this device. */
export const useRemembered = (onRemembered: (credentials: Credentials) => void): void => {
  const { session } = useApp()
  useEffect(() => {
    let isHere = true
    void session.remembered().then(credentials => {
      if (isHere && credentials !== null) onRemembered(credentials)
    })
    return () => {
      isHere = false
    }
    // Once: what the surveyor types later is theirs.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session])
}
