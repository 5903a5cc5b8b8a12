import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from '../../lib/navigation/navigation.ts'
import { href } from '../../routes.ts'
import { InterviewScreen } from './interview-screen.tsx'
import type { Choice } from './opening/opened.ts'

// Loaded through this file, because a second way in would split this screen's script into six (2 kB more).
export { readyForms } from './opening/ready-forms.ts'

/** The query parameter that names the draft, so that a reload or a login continues it. */
const draftParameter = 'draft'

/** The query parameter that starts another interview, even if there are drafts. */
const newParameter = 'new'

/** The query parameter that names the submission whose answers a new interview begins with. */
const copyParameter = 'copy'

/** The query parameter that names the case that a new interview is about. */
const caseParameter = 'case'

/** Fills in a survey (2.route-table.12). */
export function FillScreen() {
  const { id = '' } = useParams()
  return <FillForm key={id} formId={id} />
}

function FillForm({ formId }: { formId: string }) {
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const named = search.get(draftParameter)
  const copied = search.get(copyParameter)
  const chosen = search.get(caseParameter)
  const asked: Choice = { kind: search.has(newParameter) ? 'new' : 'ask' }
  const about: Choice = chosen === null ? asked : { kind: 'case', id: chosen }
  const unnamed: Choice = copied === null ? about : { kind: 'copy', id: copied }
  const first: Choice = named === null ? unnamed : { kind: 'draft', id: named }

  // The router makes a new setter for every address, and the effect must not run again because of that.
  const latest = useRef({ named, setSearch })
  useEffect(() => {
    latest.current = { named, setSearch }
  })
  const name = useCallback((draftId: string | null) => {
    if (draftId === latest.current.named) return
    latest.current.setSearch(draftId === null ? {} : { [draftParameter]: draftId }, {
      replace: true,
    })
  }, [])

  return (
    <InterviewScreen
      formId={formId}
      first={first}
      onDraft={name}
      onClose={() => void navigate(href('submissions', { surveyId: formId }), { replace: true })}
    />
  )
}
