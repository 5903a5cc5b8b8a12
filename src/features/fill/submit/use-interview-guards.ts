import { useEffect } from 'react'
import { useApp } from '../../../context.tsx'
import { useLeaveGuard } from '../../../lib/navigation/leave-guard.tsx'
import type { FillParts } from '../fill-context.tsx'
import type { Submitting } from './use-submit.ts'

/** Whether files would go with the page: those that are being prepared, and those without room on the device. */
const hasFilesToLose = (fileWork: FillParts['fileWork']): boolean =>
  fileWork.isBusy() || fileWork.allUnstored().length > 0

/**
 * Asks before a changed interview is left (2.shell.4), and before the page closes while something is not on the device.
 * What is on the device needs no warning, because a reload restores it.
 */
export const useInterviewGuards = (
  { interview, fileWork }: FillParts,
  { phase }: Submitting,
): void => {
  const { env } = useApp()
  const guard = useLeaveGuard()
  // While it is submitted there is nothing to discard: it becomes a submission, or stays a draft.
  const isEnding = phase.kind !== 'idle'

  useEffect(() => {
    guard.set(
      isEnding
        ? null
        : {
            // An app update would end the preparation of a photo.
            isDirty: () => interview.isDirty() || hasFilesToLose(fileWork),
            discard: async () => {
              await interview.discard()
              fileWork.leaveOutUnstored()
            },
            keep: () => interview.writer.flush(),
          },
    )
    return () => guard.set(null)
  }, [guard, interview, fileWork, isEnding])

  useEffect(
    () =>
      env.page.guardUnload(() => {
        const { writer } = interview
        const mustAsk = writer.hasWaiting() || hasFilesToLose(fileWork)
        void writer.flush().catch(() => undefined)
        return mustAsk
      }),
    [env, interview, fileWork],
  )
}
