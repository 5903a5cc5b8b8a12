import { useEffect, useState } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { locate, type Fix } from '../../../location/locate.ts'

/** Where the device is; `searching` also as long as it was not asked for. */
export type Here =
  | { readonly kind: 'searching' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'found'; readonly fix: Fix }

/** Finds where the device is once that is wanted, because the browser may ask the surveyor for the permission. */
export const useHere = (isWanted: boolean): Here => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const [here, setHere] = useState<Here>({ kind: 'searching' })
  const isDue = isWanted && here.kind !== 'found'
  useEffect(() => {
    if (!isDue) return undefined
    let isCurrent = true
    const find = async () => {
      const fix = await locate({ db, env })
      if (isCurrent) setHere(typeof fix === 'string' ? { kind: 'unknown' } : { kind: 'found', fix })
    }
    void find().catch(() => {
      if (isCurrent) setHere({ kind: 'unknown' })
    })
    return () => {
      isCurrent = false
    }
  }, [db, env, isDue])
  return here
}
