import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'
import type { Env } from '../../env.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { offlineBannerMs } from '../../limits.ts'
import { shell } from '../../messages/app/app.ts'
import { CloseIcon, OfflineIcon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import styles from './shell.module.css'

/** Says that work goes on without a network; disappears after 5 seconds (2.shell.1, 9.9). */
export function OfflineBanner() {
  const { env } = useApp()
  const isOnline = useOnline(env.network)
  useEffect(() => {
    if (isOnline) env.tab.remove(shownKey)
  }, [env, isOnline])
  return isOnline ? null : <OfflineMessage />
}

/** WARNING: persisted until the tab closes. This loss of the network was shown, so a reload does not show it again. */
const shownKey = 'offline_told'

const noteShown = ({ tab }: Pick<Env, 'tab'>): void => {
  try {
    tab.set(shownKey, 'yes')
  } catch {
    // Storage is full, so a reload shows the banner again.
  }
}

/** Mounted only while offline, so that it appears at each loss of the network. */
function OfflineMessage() {
  const { env } = useApp()
  const [isShown, setShown] = useState(() => env.tab.get(shownKey) === null)
  useEffect(() => {
    noteShown(env)
    return env.clock.after(offlineBannerMs, () => setShown(false))
  }, [env])
  return (
    <output className={styles.bannerPlace}>
      {isShown && (
        <div className={styles.banner}>
          <OfflineIcon />
          <p>{shell.offlineBanner}</p>
          <IconButton
            label={shell.dismissBanner}
            icon={<CloseIcon />}
            onClick={() => setShown(false)}
          />
        </div>
      )}
    </output>
  )
}
