import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/** The latest value of a stream; `initial` until it emits. The stream must be stable between renders. */
export const useStream = <Value,>(stream$: Observable<Value>, initial: Value): Value => {
  const latest = useRef(initial)
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = stream$.subscribe(value => {
        latest.current = value
        changed()
      })
      return () => subscription.unsubscribe()
    },
    [stream$],
  )
  return useSyncExternalStore(subscribe, () => latest.current)
}
