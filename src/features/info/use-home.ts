import type { App } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { href } from '../../routes.ts'

/** The address that the public pages lead back to: the dashboard when signed in, else the login (2.about.2). */
export const useHome = (session: App['session']): string =>
  useStream(session.session$, session.current()).kind === 'signed-in'
    ? href('dashboard')
    : href('login')
