import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'

/** What the app takes on this device, in bytes (9.30); null until the browser has told. */
export const useStorageUsed = (): number | null => {
  const { env } = useApp()
  const [used, setUsed] = useState<number | null>(null)
  useEffect(() => {
    let isHere = true
    void env.estimateStorage().then(({ usedBytes }) => {
      if (isHere) setUsed(usedBytes)
    })
    return () => {
      isHere = false
    }
  }, [env])
  return used
}
