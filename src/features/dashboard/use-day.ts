import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'
import { startOfDay } from './activity.ts'

/** A timer may come a little early; the day has begun for certain then. */
const graceMs = 1000

/** The first instant of the device's day, right over midnight too: an installed app stays open for days. */
export const useDay = (): number => {
  const { env } = useApp()
  const [dayMs, setDayMs] = useState(() => startOfDay(env.clock.now()))
  useEffect(() => {
    const look = () => setDayMs(startOfDay(env.clock.now()))
    // The timers of a sleeping phone come late.
    const shown = env.visible$.subscribe(look)
    const cancel = env.clock.after(startOfDay(dayMs, 1) - env.clock.now() + graceMs, look)
    return () => {
      shown.unsubscribe()
      cancel()
    }
  }, [env, dayMs])
  return dayMs
}
