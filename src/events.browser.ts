import { Observable } from 'rxjs'

/**
 * Events of a target as a stream, by their names. RxJS's own `fromEvent`, `merge` and `switchMap` also take arrays,
 * promises and iterables, which is 3 kB more for the login.
 */
export const eventsOf = <Kind extends Event = Event>(
  target: EventTarget,
  ...names: readonly string[]
): Observable<Kind> =>
  new Observable(subscriber => {
    const pass = (event: Event) => subscriber.next(event as Kind)
    for (const name of names) target.addEventListener(name, pass)
    return () => {
      for (const name of names) target.removeEventListener(name, pass)
    }
  })
