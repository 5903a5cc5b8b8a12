import type { FormDoc } from '../../../collections/schemas/forms.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { href } from '../../routes.ts'
import { Button, buttonClass } from '../../ui/actions/button.tsx'

/** Starts an interview; disabled while the survey is unpublished (2.projects.3). */
export function StartLink({ form }: { form: Pick<FormDoc, 'id' | 'status' | 'title'> }) {
  if (form.status === 'draft') {
    return (
      <Button size="s" disabled title={words.unpublishedHint}>
        {words.startNow}
      </Button>
    )
  }
  return (
    <Link
      className={buttonClass({ variant: 'secondary', size: 's' })}
      to={href('survey', { id: form.id })}
      aria-label={`${words.startNow}: ${form.title}`}
    >
      {words.startNow}
    </Link>
  )
}
