import { useApp } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { common } from '../../messages/app/common.ts'
import { storageNews as words } from '../../messages/device/storage-care.ts'
import { dateTimeText } from '../../messages/app/time.ts'
import { interviewsOf } from '../../storage/work-marker.ts'
import type { StorageGuard, StorageNews } from '../../storage/storage-guard.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { StorageIcon } from '../../ui/icon.tsx'
import styles from '../app.module.css'

/**
 * Shows what the browser did to the stored data, so that the surveyor does not have to discover it from a missing
 * interview.
 */
export function StorageNotice({ guard }: { guard: StorageGuard }) {
  const { env } = useApp()
  const news = useStream<StorageNews | null>(guard.news$, null)
  if (news === null) return null
  const isClosed = news.kind === 'closed'
  return (
    <Dialog
      open
      title={isClosed ? words.closedTitle : words.deletedTitle}
      closeLabel={common.close}
      onClose={guard.dismissNews}
      icon={
        <span className={styles.blockingIcon}>
          <StorageIcon />
        </span>
      }
      actions={
        isClosed ? (
          <Button full onClick={env.page.reload}>
            {words.reload}
          </Button>
        ) : (
          <Button full onClick={guard.dismissNews}>
            {words.okay}
          </Button>
        )
      }
    >
      {isClosed ? (
        <p className={styles.blockingText}>{words.closed}</p>
      ) : (
        <>
          <p className={styles.blockingText}>
            {news.isNow
              ? words.deletedNow(interviewsOf(news.unsent), news.rescued)
              : words.deleted(interviewsOf(news.unsent), dateTimeText(news.at))}
          </p>
          <p className={styles.blockingText}>{words.advice}</p>
        </>
      )}
    </Dialog>
  )
}
