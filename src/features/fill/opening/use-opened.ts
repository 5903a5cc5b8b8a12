import { startTransition, useCallback, useEffect, useState } from 'react'
import type { Database } from '../../../../collections/database.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { fill } from '../../../messages/interview/fill.ts'
import { finishBeforeClose } from '../../../lib/finishing.ts'
import { loadInputs } from '../inputs/inputs.ts'
import { openInterview } from './open-interview.ts'
import type { Choice, Opened, OpenParts } from './opened.ts'

/** The open interview, and how to open another. */
export interface OpenState {
  /** null while it is being read. */
  readonly opened: Opened | null
  /** What was opened last, or is being opened. */
  readonly choice: Choice
  /** Opens again: another interview, or another try. The open one is first written to the device. */
  readonly open: (choice: Choice) => void
}

/** The interview of the screen, opened and closed with it. */
export const useOpened = (formId: string, first: Choice): OpenState => {
  const { env } = useApp()
  const { db, api, sync } = useWorkspace()
  const [choice, setChoice] = useState(first)
  const [opened, setOpened] = useState<Opened | null>(null)

  useEffect(() => {
    let isShown = true
    let shown: Opened | null = null
    const parts: OpenParts = { db, api, refresh: sync.refresh, env }
    const show = async (): Promise<void> => {
      const result = await openInterview(parts, formId, choice).catch(
        // What cannot be read now may be readable at another try.
        (): Opened => ({ kind: 'unavailable', message: fill.loadFailed }),
      )
      if (!isShown) return close(db, result)
      shown = result
      try {
        if (result.kind === 'open') await loadInputs(result.interview.form.template.fields)
        // A survey is much at once, so React renders it in slices.
        if (!isShown) return
        if (result.kind === 'open') result.answerAtOnce?.()
        startTransition(() => setOpened(result))
      } catch (error) {
        // Thrown while rendering, for the screen's boundary.
        setOpened(() => {
          throw error
        })
      }
    }
    void show()
    return () => {
      isShown = false
      if (shown !== null) close(db, shown)
    }
  }, [db, api, sync, env, formId, choice])

  const open = useCallback((next: Choice) => {
    setOpened(null)
    setChoice({ ...next })
  }, [])
  return { opened, choice, open }
}

const close = (db: Database, opened: Opened): void => {
  if (opened.kind !== 'open') return
  // A failed write was already reported, and the screen is gone.
  void finishBeforeClose(db, opened.interview.close()).catch(() => undefined)
}
