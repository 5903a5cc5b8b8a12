import { useEffect, useRef } from 'react'
import { useWorkspace } from '../../../context.tsx'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import type { Choice, Opened } from './opened.ts'

/**
 * Follows the form until something is typed: a stale definition is shown at first, and a newer one replaces it (1.5).
 * An interview that was begun keeps its version.
 */
export const useDefinitionChanges = (
  formId: string,
  opened: Opened | null,
  open: (choice: Choice) => void,
): void => {
  const { db } = useWorkspace()
  const form = useLiveDoc(db, 'forms', formId)
  const version = form === undefined ? null : `${form?.definition_hash ?? ''} ${form?.status ?? ''}`
  // null until the form was first read.
  const seen = useRef<string | null>(null)

  useEffect(() => {
    if (opened === null || version === null || seen.current === version) return
    const isFirst = seen.current === null
    seen.current = version
    switch (opened.kind) {
      case 'unavailable':
      case 'empty':
      case 'unpublished':
        if (!isFirst) open({ kind: 'ask' })
        return
      case 'open': {
        const { interview } = opened
        const isBegun = interview.isDirty() || interview.writer.draft() !== null
        const isCurrent = version.startsWith(`${interview.form.definitionHash} `)
        if (!isBegun && !isCurrent && interview.submission === null) open({ kind: 'new' })
        return
      }
      case 'drafts':
        return
    }
  }, [version, opened, open])
}
