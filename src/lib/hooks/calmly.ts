import { startTransition, useEffect, useState } from 'react'
import { Observable } from 'rxjs'
import { pause } from '../../../collections/one-database/slices.ts'

/**
 * The values of a live query, read in a task of its own, with the first as a transition: a screen begins many queries at
 * once, and in one piece they would block a slow phone. Only for streams that give their value to each new subscriber.
 */
export const calmly = <Value>(stream$: Observable<Value>): Observable<Value> =>
  new Observable(subscriber => {
    let isFirst = true
    void pause().then(() => {
      if (subscriber.closed) return
      subscriber.add(
        stream$.subscribe({
          next: value => {
            if (!isFirst) return subscriber.next(value)
            isFirst = false
            startTransition(() => subscriber.next(value))
          },
          error: error => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      )
    })
  })

/**
 * The latest value of a live query; `initial` until it was read. The stream must be stable between renders. Another
 * stream starts at `initial` again, so that a value never shows for the wrong stream.
 */
export const useCalmly = <Value>(stream$: Observable<Value>, initial: Value): Value => {
  const [latest, setLatest] = useState({ stream$, value: initial })
  useEffect(() => {
    const subscription = calmly(stream$).subscribe(value =>
      setLatest(known =>
        known.stream$ === stream$ && Object.is(known.value, value) ? known : { stream$, value },
      ),
    )
    return () => subscription.unsubscribe()
  }, [stream$])
  return latest.stream$ === stream$ ? latest.value : initial
}
