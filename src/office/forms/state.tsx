import { Badge } from '../../ui/status/badge.tsx'
import { useOffice } from '../office-context.tsx'

/** Whether a form is published, in one word. */
export function FormState({ state }: { state: string }) {
  const { forms } = useOffice().words
  if (state === 'removed') return <Badge>{forms.removed}</Badge>
  return state === 'draft' ? (
    <Badge kind="unpublished">{forms.draft}</Badge>
  ) : (
    <Badge kind="completed">{forms.published}</Badge>
  )
}
