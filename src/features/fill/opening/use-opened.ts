import { useCallback, useEffect, useState } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { openInterview } from './open-interview.ts'
import type { Choice, Opened, OpenParts } from './opened.ts'

/** What is open, and how to open something else. */
export interface OpenState {
  /** null while it is being read. */
  readonly opened: Opened | null
  /** Opens again: another interview, or another try. The open one is first written to the device. */
  readonly open: (choice: Choice) => void
}

/** The interview of the screen, opened and closed with it. */
export const useOpened = (formId: string, first: Choice): OpenState => {
  const { env } = useApp()
  const { db, api } = useWorkspace()
  const [choice, setChoice] = useState(first)
  const [opened, setOpened] = useState<Opened | null>(null)

  useEffect(() => {
    let isShown = true
    let shown: Opened | null = null
    const parts: OpenParts = { db, api, env }
    void openInterview(parts, formId, choice).then(result => {
      shown = result
      if (isShown) setOpened(result)
      else close(result)
    })
    return () => {
      isShown = false
      if (shown !== null) close(shown)
    }
  }, [db, api, env, formId, choice])

  const open = useCallback((next: Choice) => {
    setOpened(null)
    setChoice({ ...next })
  }, [])
  return { opened, open }
}

const close = (opened: Opened): void => {
  // A failed write has been reported already, and the screen is gone.
  if (opened.kind === 'open') void opened.interview.close().catch(() => undefined)
}
