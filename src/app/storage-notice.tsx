import { useApp } from '../context.tsx'
import { useStream } from '../lib/use-stream.ts'
import { common } from '../messages/common.ts'
import { storageNews as words } from '../messages/storage-care.ts'
import { dateTimeText } from '../messages/time.ts'
import type { WorkCount } from '../session/work-marker.ts'
import type { StorageGuard, StorageNews } from '../session/storage-guard.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Tells what the browser did to the stored data: nobody may find out by missing an interview. */
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
        <p>{words.closed}</p>
      ) : (
        <>
          <p>
            {news.isNow
              ? words.deletedNow(interviewsOf(news.unsent), news.rescued)
              : words.deleted(interviewsOf(news.unsent), dateTimeText(news.at))}
          </p>
          <p>{words.advice}</p>
        </>
      )}
    </Dialog>
  )
}

const interviewsOf = ({ drafts, submissions, recovery }: WorkCount): number =>
  drafts + submissions + recovery
