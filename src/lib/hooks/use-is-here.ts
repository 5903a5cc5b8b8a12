import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still shown, for work that may end after the surveyor has left. */
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
