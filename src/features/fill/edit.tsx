import { useCallback } from 'react'
import { useWorkspace } from '../../context.tsx'
import { useNavigate, useParams } from '../../lib/navigation/navigation.ts'
import { href } from '../../routes.ts'
import { InterviewScreen } from './interview-screen.tsx'
import { findSubmission } from './opening/open-edit.ts'

/** Edits a submission, sent or not, online or not (2.route-table.14). */
export function EditScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { db } = useWorkspace()
  const ignore = useCallback(() => {}, [])
  const close = async () => {
    // An edit becomes an interview of its own when its submission is deleted meanwhile.
    const isGone = (await findSubmission(db, id)) === null
    const place = isGone ? href('submissions') : href('submission', { id })
    void navigate(place, { replace: true })
  }
  return (
    <InterviewScreen
      key={id}
      formId=""
      first={{ kind: 'edit', id }}
      onDraft={ignore}
      onClose={() => void close()}
    />
  )
}
