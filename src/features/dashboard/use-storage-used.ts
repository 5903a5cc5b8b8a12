import { useEffect } from 'react'
import { useWorkspace } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import type { Room } from '../../storage/storage-guard.ts'

/**
 * How many bytes the app uses on this device (9.30); null until the browser has answered. Asks again when `changes`
 * changes.
 */
export const useStorageUsed = (changes: number | null): number | null => {
  const { guard } = useWorkspace()
  const room = useStream<Room | null>(guard.room$, null)
  useEffect(() => void guard.look().catch(() => undefined), [guard, changes])
  return room?.usedBytes ?? null
}
