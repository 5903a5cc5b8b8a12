import { useState } from 'react'
import {
  assignedForms,
  unfinishedInterviews,
  visibleSubmissions,
} from '../../collections/queries.ts'
import { draftsOf } from '../../collections/interview/drafts.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { useRefreshOnOpen, type Freshness } from '../hooks/use-refresh-on-open.ts'
import { useLive } from '../lib/hooks/use-live.ts'
import { Link } from '../lib/navigation/navigation.ts'
import { home as words } from '../messages/start/home.ts'
import { href } from '../routes.ts'
import { buttonClass } from '../ui/actions/button.tsx'
import { AddIcon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { nextForm } from './next-form.ts'

const assigned = assignedForms()
const lastDraft = unfinishedInterviews()
const lastSubmission = visibleSubmissions({}, 1)

/**
 * Starts an interview of the form used last with one tap; the plus leads to all forms. Its place is kept until that form
 * is known, on a new phone until the surveyor's submissions have come, and it offers the same form as long as its screen
 * is open: a button that becomes another one, or moves, is pressed by mistake.
 */
export function NextInterview() {
  const forms = useLive(assigned)
  const drafts = useLive(lastDraft)
  const submissions = useLive(lastSubmission)
  const listed = useRefreshOnOpen('forms')
  const sent = useRefreshOnOpen('submissions')
  const [offered, setOffered] = useState<string | null>(null)
  const isRead = !forms.isFirstRead && !drafts.isFirstRead && !submissions.isFirstRead
  const isComing = (forms.docs.length === 0 && isAwaited(listed)) || isAwaited(sent)
  if (offered === null && (!isRead || isComing)) return <Skeleton shape="button" />
  const last = draftsOf(drafts.docs.map(doc => doc.toMutableJSON() as SubmissionDoc))[0]
  const worked = last && { form_id: last.form_id, newest: newestOf(last.updated_at) }
  const kept = forms.docs.filter(({ id }) => id === offered)
  const form = nextForm(kept, []) ?? nextForm(forms.docs, [worked, submissions.docs[0]])
  if (form === null) return null
  if (form.id !== offered) setOffered(form.id)
  return (
    <Link className={buttonClass({ full: true })} to={href('survey', { id: form.id, new: 'true' })}>
      <AddIcon />
      <bdi>{words.nextOf(form.title)}</bdi>
    </Link>
  )
}

/** Whether data is on its way, and not late: the surveyor need not wait for it then. */
const isAwaited = ({ isFirstLoad, isLate }: Freshness): boolean => isFirstLoad && !isLate
