import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'
import { authAlertMs } from '../../limits.ts'

/** An alert that disappears after 5 seconds (8.9, 9.25); null while there is none. */
interface BriefAlert {
  readonly text: string | null
  readonly show: (text: string) => void
  readonly hide: () => void
}

/** The alert of a screen around the login. */
export const useBriefAlert = (): BriefAlert => {
  const { env } = useApp()
  // An object, so that the same text shown again stays for its full time.
  const [shown, setShown] = useState<{ readonly text: string } | null>(null)
  useEffect(
    () => (shown === null ? undefined : env.clock.after(authAlertMs, () => setShown(null))),
    [env, shown],
  )
  return {
    text: shown?.text ?? null,
    show: text => setShown({ text }),
    hide: () => setShown(null),
  }
}
