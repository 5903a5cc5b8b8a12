import { useEffect, useState } from 'react'

/** Code that a part of a screen needs: null while it is loading, 'missing' where it is not on the device. */
export const useLoaded = <Loaded extends object>(
  load: () => Promise<Loaded | null>,
): Loaded | 'missing' | null => {
  const [loaded, setLoaded] = useState<Loaded | 'missing' | null>(null)
  useEffect(() => {
    let isGone = false
    void load().then(found => {
      if (!isGone) setLoaded(found ?? 'missing')
    })
    return () => {
      isGone = true
    }
  }, [load])
  return loaded
}
