import { useEffect, useState } from 'react'
import { useApp } from '../context.tsx'
import { useOnline } from '../lib/use-online.ts'
import { offlineBannerMs } from '../limits.ts'
import { shell } from '../messages/app.ts'
import { CloseIcon, OfflineIcon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './shell.module.css'

/** Says that work goes on without a network; goes by itself after 5 seconds (2.shell.1, 9.9). */
export function OfflineBanner() {
  const { env } = useApp()
  const isOnline = useOnline(env.network)
  return isOnline ? null : <Banner />
}

/** In the page while offline, so that each loss of the network shows it anew. */
function Banner() {
  const { env } = useApp()
  const [isShown, setShown] = useState(true)
  useEffect(() => env.clock.after(offlineBannerMs, () => setShown(false)), [env])
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
