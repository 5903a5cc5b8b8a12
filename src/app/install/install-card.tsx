import { useMemo, useState } from 'react'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { install as words } from '../../messages/app/installed.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { CloseIcon } from '../../ui/icon.tsx'
import { dismissInstall, installPrompt$ } from './install-prompt.ts'
import { InstallSheet } from './install-sheet.tsx'
import styles from './install.module.css'

/** Offers to install the app on phones that support it (2.splash-install-and-update.2, 4.30). */
export function InstallCard({ aboveTabs }: { aboveTabs: boolean }) {
  const { env } = useApp()
  const prompt$ = useMemo(() => installPrompt$(env), [env])
  const installable = useStream(prompt$, null)
  const [isAnswered, setAnswered] = useState(false)
  const [isShowing, setShowing] = useState(false)

  const dismiss = () => {
    dismissInstall(env)
    setAnswered(true)
    setShowing(false)
  }
  const accept = async () => {
    if (installable?.kind === 'by-hand') return setShowing(true)
    const isAgreed = (await installable?.offer.accept()) ?? false
    if (!isAgreed) dismiss()
  }

  if (installable === null || isAnswered) return null
  return (
    <section
      aria-label={words.title}
      className={cx(styles.bottomPlace, aboveTabs && styles.aboveTabs)}
    >
      <div className={styles.bar}>
        <img src={config.defaultLogo} alt="" width="44" height="44" className={styles.logo} />
        <div>
          <p className={styles.barTitle}>{words.title}</p>
          <p className={styles.message}>{words.message}</p>
        </div>
        <Button size="s" onClick={() => void accept()}>
          {installable.kind === 'by-hand' ? words.how : words.now}
        </Button>
        <IconButton label={words.notNow} icon={<CloseIcon />} onClick={dismiss} />
      </div>
      <InstallSheet open={isShowing} onClose={dismiss} />
    </section>
  )
}
