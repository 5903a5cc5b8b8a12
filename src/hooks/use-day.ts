import { useEffect, useState } from 'react'
import { useApp } from '../context.tsx'
import { startOfDay } from '../lib/local-time.ts'

/** A timer may fire a little early, so it is set this much later than midnight. */
const graceMs = 1000

/** The start of today, updated at midnight, because an installed app stays open for days. */
export const useDay = (): number => {
  const { env } = useApp()
  const [dayMs, setDayMs] = useState(() => startOfDay(env.clock.now()))
  useEffect(() => {
    const look = () => setDayMs(startOfDay(env.clock.now()))
    // On a sleeping phone timers fire late.
    const shown = env.visible$.subscribe(look)
    const cancel = env.clock.after(startOfDay(dayMs, 1) - env.clock.now() + graceMs, look)
    return () => {
      shown.unsubscribe()
      cancel()
    }
  }, [env, dayMs])
  return dayMs
}
