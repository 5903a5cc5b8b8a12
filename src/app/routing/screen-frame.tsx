import { Suspense, useState } from 'react'
import { common } from '../../messages/app/common.ts'
import { pageTitle, routeWords, titles } from '../../messages/app/routes.ts'
import type { RouteName } from '../../routes.ts'
import { PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import styles from '../app.module.css'
import { Arrival } from './arrival.tsx'
import { routeScreens } from './route-screens.ts'

/**
 * One screen with its title and description; a skeleton stands in while the first screen's code loads. The routes share
 * one frame, without a key, because a new frame would show that skeleton instead of the screen that is left.
 */
export function ScreenFrame({ name }: { name: RouteName }) {
  // The same one until the route changes, because another component would start without what was typed.
  const [shown, setShown] = useState(() => screenOf(name))
  if (shown.name !== name) setShown(screenOf(name))
  const { Screen } = shown
  const words = routeWords[name]
  const title = name === 'login' ? titles.login : pageTitle(words.title)
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <title>{title}</title>
      <meta name="description" content={words.description} />
      <Suspense fallback={<ScreenSkeleton />}>
        <Screen />
        <Arrival />
      </Suspense>
    </main>
  )
}

const screenOf = (name: RouteName) => ({ name, Screen: routeScreens[name].screen() })

/** The skeleton of a screen that is still loading. */
export function ScreenSkeleton() {
  return (
    <PageBody>
      <Skeleton shape="lines" count={2} label={common.loading} />
      <Skeleton shape="card" count={3} />
    </PageBody>
  )
}
