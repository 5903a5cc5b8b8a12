import { RouterProvider } from '../../lib/navigation/navigation.ts'
import { createRouter } from './router.tsx'
import type { Screens } from './screens.ts'
import { Theme } from '../theme.tsx'

/** Every screen of the app; the router starts at the page's address. */
export const routedScreens = (): Screens => {
  const router = createRouter()
  return {
    router,
    render: () => (
      <>
        <Theme />
        <RouterProvider router={router} />
      </>
    ),
  }
}
