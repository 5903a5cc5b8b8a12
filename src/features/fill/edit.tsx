import { useCallback } from 'react'
import { submissionByServerId } from '../../../collections/queries.ts'
import { useWorkspace } from '../../context.tsx'
import { useNavigate, useParams } from '../../lib/navigation/navigation.ts'
import { href } from '../../routes.ts'
import { InterviewScreen } from './interview-screen.tsx'

/** Edits a submission, sent or not, online or not (2.route-table.14). */
export function EditScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { db } = useWorkspace()
  const ignore = useCallback(() => {}, [])
  const close = async () => {
    const own = await db.submissions.findOne(id).exec()
    const sent = await submissionByServerId(id).build(db.submissions).exec()
    // An edit becomes an interview of its own when its submission is deleted meanwhile.
    const isGone = own === null && sent.length === 0
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
