import { useCallback } from 'react'
import { useNavigate, useParams } from '../../lib/navigation/navigation.ts'
import { href } from '../../routes.ts'
import { InterviewScreen } from './interview-screen.tsx'

/** Edits a submission, sent or not, online or not (2.route-table.14). */
export function EditScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const ignore = useCallback(() => {}, [])
  return (
    <InterviewScreen
      key={id}
      formId=""
      first={{ kind: 'edit', id }}
      onDraft={ignore}
      onClose={() => void navigate(href('submission', { id }), { replace: true })}
    />
  )
}
