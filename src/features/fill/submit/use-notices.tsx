import { type ReactNode, useState } from 'react'
import { useApp } from '../../../context.tsx'
import { fill } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NoticeIcon } from '../../../ui/icon.tsx'

/** WARNING: persisted. Set once the question was put, so that nobody is asked twice. */
const askedKey = 'noticesAsked'

/** The question whether notifications may be shown, put once: after the first offline save (decisions 6). */
export interface NoticesQuestion {
  /** Puts the question when something waits to be sent, and goes on after the answer; else at once. */
  readonly before: (waits: boolean, goOn: () => void) => void
  readonly question: ReactNode
}

/** Asks for notifications with a sentence that says why. */
export const useNotices = (): NoticesQuestion => {
  const { env } = useApp()
  const [goOn, setGoOn] = useState<{ readonly run: () => void } | null>(null)

  const answer = async (isAllowed: boolean) => {
    // The browser's own question may be refused in ways of its own; the answer is the same then.
    if (isAllowed) await env.notices.ask().catch(() => undefined)
    setGoOn(null)
    goOn?.run()
  }
  return {
    before: (waits, run) => {
      if (!waits || !env.notices.mayAsk() || env.local.get(askedKey) !== null) return run()
      try {
        env.local.set(askedKey, 'yes')
      } catch {
        // A full store forgets that it was asked, and nothing else.
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
