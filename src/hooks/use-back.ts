import { useEffect, useRef } from 'react'
import { useApp } from '../context.tsx'
import { useNavigate } from '../lib/navigation/navigation.ts'

/**
 * Goes back to the previous screen, or to `otherwise` when the history has no earlier screen of the app. Does nothing
 * once its own screen has been left, because an action that ends then would lead away from the next one.
 */
export const useBack = (otherwise: string): (() => void) => {
  const { env } = useApp()
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => {
    if (!isShown.current) return
    if (env.address.depth() === 0) void navigate(otherwise, { replace: true })
    else void navigate(-1)
  }
}
