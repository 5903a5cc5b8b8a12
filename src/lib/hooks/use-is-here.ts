import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still shown; for what ends after the surveyor may have left. */
export const useIsHere = (): Readonly<RefObject<boolean>> => {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
