import { useEffect, useRef } from 'react'
import { useWorkspace } from '../../../context.tsx'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import type { FillParts } from '../fill-context.tsx'
import type { OpenState } from './use-opened.ts'

/**
 * Follows the form until something is typed: a stored definition is shown first, and a newer one replaces it (1.5). An
 * interview that was begun keeps its version, also one whose first photo or recording is not stored yet.
 */
export const useDefinitionChanges = (
  formId: string,
  { opened, choice, open }: OpenState,
  parts: Pick<FillParts, 'fileWork'> | null,
): void => {
  const { db } = useWorkspace()
  const form = useLiveDoc(db, 'forms', formId)
  const version = form === undefined ? null : `${form?.definition_hash ?? ''} ${form?.status ?? ''}`
  // null until the form is read for the first time.
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
        const isBegun =
          interview.isDirty() ||
          interview.writer.draft() !== null ||
          parts?.fileWork.isBusy() === true
        const isCurrent = version.startsWith(`${interview.form.definitionHash} `)
        if (isBegun || isCurrent || interview.submission !== null) return
        // A copy begins again with the answers of its submission.
        open(choice.kind === 'copy' ? choice : { kind: 'new' })
        return
      }
      case 'drafts':
      case 'recovered':
        return
    }
  }, [version, opened, choice, open, parts])
}
