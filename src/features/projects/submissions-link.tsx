import type { FormDoc } from '../../../collections/schemas/forms.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { href } from '../../routes.ts'
import { buttonClass } from '../../ui/actions/button.tsx'

/** Leads to the submissions of a survey. */
export function SubmissionsLink({ form }: { form: Pick<FormDoc, 'id' | 'title'> }) {
  return (
    <Link
      className={buttonClass({ variant: 'secondary' })}
      to={href('submissions', { surveyId: form.id })}
      aria-label={`${words.viewSubmissions}: ${form.title}`}
    >
      {words.viewSubmissions}
    </Link>
  )
}
