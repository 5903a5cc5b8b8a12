import { useEffect, useState } from 'react'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { updated as words } from '../../messages/app/installed.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SuccessIcon } from '../../ui/icon.tsx'
import styles from './update.module.css'
import type { AppStart } from './start.ts'

/** Says that a new version runs (4.35, 8.49), once the splash is gone. */
export function VersionNotice({ start }: { start: AppStart }) {
  const { env } = useApp()
  const toaster = useToaster()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    let isHere = true
    const report = async () => {
      const news = await start.news
      await start.splashGone
      if (!isHere) return
      if (news === 'not-cleared') toaster.warning(words.notCleared)
      if (news !== 'updated') return
      toaster.success(words.toast(config.version))
      setOpen(true)
    }
    void report()
    return () => {
      isHere = false
    }
  }, [start, toaster])

  const close = () => setOpen(false)
  return (
    <Dialog
      open={isOpen}
      title={words.title}
      onClose={close}
      icon={
        <span className={styles.done}>
          <SuccessIcon />
        </span>
      }
      actions={
        <>
          <Button onClick={close}>{words.resume}</Button>
          <Button variant="secondary" onClick={env.page.reload}>
            {words.refresh}
          </Button>
        </>
      }
    >
      <p className={styles.centred}>{words.message(config.version)}</p>
    </Dialog>
  )
}
