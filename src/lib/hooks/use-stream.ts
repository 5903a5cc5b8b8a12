import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/**
 * The latest value of a stream; `initial` until it emits. The stream must be stable between renders. Another stream
 * starts at `initial` again, so that a value never shows for the wrong stream.
 */
export const useStream = <Value>(stream$: Observable<Value>, initial: Value): Value => {
  const latest = useRef({ stream$, value: initial })
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = stream$.subscribe(value => {
        latest.current = { stream$, value }
        changed()
      })
      return () => subscription.unsubscribe()
    },
    [stream$],
  )
  return useSyncExternalStore(subscribe, () =>
    latest.current.stream$ === stream$ ? latest.current.value : initial,
  )
}
