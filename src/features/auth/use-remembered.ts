import { useEffect } from 'react'
import { useApp } from '../../context.tsx'
import type { Credentials } from '../../session/stored-session.ts'

/** Passes the credentials that 'Remember me' kept to the callback, once, if this device can read them. */
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
    // Only once, so that it never overwrites what the surveyor typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session])
}
