import { useCallback, useSyncExternalStore } from 'react'
import type { KeyedStore } from '../keyed-store.ts'

/** The value of one key; renders again only when that value changes. */
export const useKeyed = <Value>(store: KeyedStore<Value>, key: string): Value => {
  const subscribe = useCallback((changed: () => void) => store.watch(key, changed), [store, key])
  return useSyncExternalStore(subscribe, () => store.get(key))
}
