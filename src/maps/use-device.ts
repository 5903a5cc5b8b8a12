import { useEffect, useState } from 'react'
import { useApp } from '../context.tsx'
import { pause } from '../lib/pause.ts'
import { readPositionMs } from '../limits.ts'
import type { MapDevice } from './shape.ts'

const minuteMs = 60_000

/** Between two readings of a map that is looked at. */
const againMs = 5000

/** Where the device is, also while it moves; null until it is known, and where the surveyor refused. */
export const useDevice = (): MapDevice | null => {
  const { locate, clock } = useApp().env
  const [device, setDevice] = useState<MapDevice | null>(null)
  useEffect(() => {
    let isGone = false
    const follow = async (): Promise<void> => {
      for (let maxAgeMs = minuteMs; !isGone; maxAgeMs = 0) {
        const at = await locate({ highAccuracy: true, timeoutMs: readPositionMs, maxAgeMs })
        if (isGone || (!at.ok && at.failure === 'denied')) return
        if (at.ok) setDevice(at.value)
        await pause(clock, againMs)
      }
    }
    void follow()
    return () => {
      isGone = true
    }
  }, [locate, clock])
  return device
}
