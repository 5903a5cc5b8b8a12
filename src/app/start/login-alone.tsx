import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { filter } from 'rxjs'
import { useApp } from '../../context.tsx'
import type { Address } from '../../lib/navigation/history.ts'
import { LoginScreen } from '../../features/auth/login.tsx'
import { NavigationContext } from '../../lib/navigation/navigation-context.tsx'
import { routeWords, titles } from '../../messages/app/routes.ts'
import styles from '../app.module.css'
import { useArrivalMemory } from '../routing/arrival-memory.tsx'
import { screenKey } from '../routing/screen-key.ts'
import type { Screens } from './screens.ts'

/** The login without the rest of the app, which loads in the background. */
export const loginAlone: Screens = {
  history: null,
  render: show => <LoginAlone show={show} />,
}

/** How long nothing is preloaded, because the login needs the network. */
const preloadMs = 500

const loadScreens = async (address: Address): Promise<Screens> =>
  (await import('./routed-screens.tsx')).routedScreens(address)

function LoginAlone({ show }: { show: (next: Screens) => void }) {
  const { env, session } = useApp()
  const memory = useArrivalMemory()
  const isLeaving = useRef(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (failure !== null) throw failure

  const leave = useCallback(() => {
    if (isLeaving.current) return
    isLeaving.current = true
    loadScreens(env.address).then(show, (error: unknown) => {
      isLeaving.current = false
      setFailure(error)
    })
  }, [env, show])

  // Every screen records its arrival, so that the next one knows that it is not the first.
  useLayoutEffect(() => void memory?.arriveAt(screenKey(env.address.read())), [env, memory])

  useEffect(() => {
    const signedIn$ = session.session$.pipe(filter(({ kind }) => kind === 'signed-in'))
    const leaving = signedIn$.subscribe(leave)
    leaving.add(env.address.moved$.subscribe(leave))
    return () => leaving.unsubscribe()
  }, [env, leave, session])

  // Code that fails to load now is loaded when it is needed.
  useEffect(
    () => env.clock.after(preloadMs, () => void import('./routed-screens.tsx').catch(() => {})),
    [env],
  )

  const navigation = useMemo(
    () => ({
      state: env.address.read().state,
      go: (to: string) => {
        env.address.push(to, null)
        leave()
      },
    }),
    [env, leave],
  )

  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <title>{titles.login}</title>
      <meta name="description" content={routeWords.login.description} />
      <NavigationContext value={navigation}>
        <LoginScreen />
      </NavigationContext>
    </main>
  )
}
