import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../../context.tsx'
import type { LocateFailure } from '../../../env.ts'
import type { Vertex } from '../../../form/types/traces.ts'
import { pause } from '../../../lib/pause.ts'
import { readPositionMs } from '../../../limits.ts'
import { readPosition, type ReadPosition } from '../position/read-position.ts'

/** Which readings of the device become vertices. */
interface Wanted {
  /** The accuracy that a reading must have, in metres; null for any. */
  readonly within: number | null
  /** Adds a reading that has it. */
  readonly add: (vertex: Vertex) => void
  /** Every reading. */
  readonly seen: (at: ReadPosition) => void
  /** False as soon as the answer was read for sending. */
  readonly mayGoOn: () => boolean
}

/** What is read: one position, or one after the other. */
type Mode = 'idle' | 'one' | 'walk'

const vertexOf = ({ altitude, ...at }: ReadPosition): Vertex => ({ ...at, altitude: altitude ?? 0 })

/** Readings of the device's position, until the input is gone. While walking the screen stays on. */
export const useReadings = ({ within, add, seen, mayGoOn }: Wanted) => {
  const { env } = useApp()
  const [mode, setMode] = useState<Mode>('idle')
  const [failure, setFailure] = useState<LocateFailure | null>(null)
  /** The accuracy of the last reading that was not good enough. */
  const [worse, setWorse] = useState<number | null>(null)
  const [wasHidden, setHidden] = useState(false)
  const current = useRef(0)
  const wanted = useRef({ within, add, seen, mayGoOn })
  useEffect(() => {
    wanted.current = { within, add, seen, mayGoOn }
  })
  useEffect(
    () => () => {
      current.current += 1
    },
    [],
  )
  useEffect(() => {
    if (mode !== 'walk') return undefined
    const letSleep = env.keepAwake()
    const watching = env.visible$.subscribe(isVisible => {
      if (!isVisible) setHidden(true)
    })
    return () => {
      watching.unsubscribe()
      letSleep()
    }
  }, [env, mode])

  const begin = (next: Mode): (() => boolean) => {
    current.current += 1
    const own = current.current
    setMode(next)
    setFailure(null)
    setWorse(null)
    setHidden(false)
    return () => current.current === own && wanted.current.mayGoOn()
  }
  const take = (at: ReadPosition): boolean => {
    wanted.current.seen(at)
    const limit = wanted.current.within
    const isGood = limit === null || at.accuracy <= limit
    setWorse(isGood ? null : at.accuracy)
    return isGood
  }
  const stop = () => void begin('idle')

  const readOne = async (): Promise<void> => {
    const isWanted = begin('one')
    let best: ReadPosition | null = null
    const why = await readPosition(
      env,
      wanted.current.within ?? Number.POSITIVE_INFINITY,
      at => {
        if (take(at)) best = at
      },
      isWanted,
    )
    if (!isWanted()) return
    if (best !== null) wanted.current.add(vertexOf(best))
    setMode('idle')
    setFailure(why)
  }

  const walk = async (everyMs: number): Promise<void> => {
    const isWanted = begin('walk')
    while (isWanted()) {
      const next = env.clock.now() + everyMs
      const answer = await env.locate({
        highAccuracy: true,
        timeoutMs: readPositionMs,
        maxAgeMs: 0,
      })
      if (!isWanted()) return
      setFailure(answer.ok ? null : answer.failure)
      if (answer.ok) {
        const { latitude, longitude, accuracy, altitude = null } = answer.value
        const at = { latitude, longitude, altitude, accuracy }
        if (take(at)) wanted.current.add(vertexOf(at))
      } else if (answer.failure === 'denied') {
        setMode('idle')
        return
      }
      await pause(env.clock, Math.max(0, next - env.clock.now()))
    }
  }

  return { mode, failure, worse, wasHidden, readOne, walk, stop }
}
