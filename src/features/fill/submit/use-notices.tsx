import { type ReactNode, useState } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useSetting } from '../../../lib/hooks/use-live.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NoticeIcon } from '../../../ui/icon.tsx'

/** WARNING: persisted. Set when the surveyor was asked, so that the question appears only once. */
const askedKey = 'noticesAsked'

/** Asks once whether notifications may be shown, after the first offline save (decisions 6). */
interface NoticesQuestion {
  /** Asks if work waits and Auto Sync will send it, and continues after the answer; else continues at once. */
  readonly before: (waits: boolean, goOn: () => void) => void
  readonly question: ReactNode
}

/** Asks for notifications, with the reason. */
export const useNotices = (): NoticesQuestion => {
  const { env } = useApp()
  const isAuto = useSetting(useWorkspace().db, 'autoSync')
  const [goOn, setGoOn] = useState<{ readonly run: () => void } | null>(null)

  const answer = async (isAllowed: boolean) => {
    // The surveyor continues even if the browser refuses to ask.
    if (isAllowed) await env.notices.ask().catch(() => undefined)
    setGoOn(null)
    goOn?.run()
  }
  return {
    before: (waits, run) => {
      if (!waits || !isAuto || !env.notices.mayAsk() || env.local.get(askedKey) !== null)
        return run()
      try {
        env.local.set(askedKey, 'yes')
      } catch {
        // If this cannot be stored, the surveyor is asked again.
      }
      setGoOn({ run })
    },
    question: (
      <Dialog
        open={goOn !== null}
        title={fill.noticesTitle}
        icon={<NoticeIcon />}
        onClose={() => void answer(false)}
        actions={
          <>
            <Button onClick={() => void answer(true)}>{fill.noticesAllow}</Button>
            <Button variant="secondary" onClick={() => void answer(false)}>
              {fill.noticesLater}
            </Button>
          </>
        }
      >
        {fill.notices}
      </Dialog>
    ),
  }
}
