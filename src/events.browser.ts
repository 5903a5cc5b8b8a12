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

/**
 * Whether the device has a network, at each change. A page that slept may miss the browser's event, so what is known is
 * compared when the page is seen again.
 */
export const onlineChanges = (): Observable<boolean> =>
  new Observable(subscriber => {
    let known = navigator.onLine
    const pass = (isOnline: boolean) => {
      known = isOnline
      subscriber.next(isOnline)
    }
    const changes = eventsOf(window, 'online', 'offline').subscribe(({ type }) =>
      pass(type === 'online'),
    )
    changes.add(
      eventsOf(document, 'visibilitychange').subscribe(() => {
        if (navigator.onLine !== known) pass(navigator.onLine)
      }),
    )
    return changes
  })
