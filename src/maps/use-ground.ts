import { useEffect, useMemo, useState } from 'react'
import { useApp, useWorkspace } from '../context.tsx'
import type { BaseMap, BaseMaps } from '../ground/base-maps.ts'
import type { Ground } from '../ground/ground.ts'

/** The base maps of the surveyor's forms; null while no form has one, or nothing is known of them. */
export const useBaseMaps = (): {
  readonly baseMaps: BaseMaps
  readonly maps: readonly BaseMap[]
} | null => {
  const { baseMaps: lazy } = useWorkspace()
  const [baseMaps, setBaseMaps] = useState<BaseMaps | null>(null)
  const [maps, setMaps] = useState<readonly BaseMap[] | null>(null)
  useEffect(() => {
    const subscription = lazy.loaded$.subscribe(setBaseMaps)
    return () => subscription.unsubscribe()
  }, [lazy])
  useEffect(() => {
    const subscription = baseMaps?.maps$.subscribe(setMaps)
    return () => subscription?.unsubscribe()
  }, [baseMaps])
  return baseMaps === null || maps === null || maps.length === 0 ? null : { baseMaps, maps }
}

/** What lies beneath the maps of every screen; null for a grid alone. It stays the same while nothing else is named. */
export const useGround = (): Ground | null => {
  const { onlineTiles } = useApp().env
  const found = useBaseMaps()
  const names = found?.maps.map(({ map }) => map.sha256).join() ?? ''
  const baseMaps = found?.baseMaps
  return useMemo(() => {
    const maps = names === '' ? [] : (baseMaps?.drawn() ?? [])
    return maps.length === 0 && onlineTiles === null ? null : { maps, online: onlineTiles }
  }, [baseMaps, names, onlineTiles])
}
