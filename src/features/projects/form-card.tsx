import type { ReactNode } from 'react'
import type { FormDoc } from '../../../collections/schemas/forms.ts'
import { useApp } from '../../context.tsx'
import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { relativeTimeWithin } from '../../messages/app/time.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { CardActions, CardFacts, CardHead } from '../../ui/cards/card-head.tsx'
import { ListCard } from '../../ui/cards/card.tsx'
import type { FormWork } from './use-form-work.ts'

/** One survey: its facts, the work done so far, and what can be done next. */
export function FormCard({
  form,
  work,
  children,
}: {
  form: Pick<FormDoc, 'id' | 'title' | 'description' | 'status' | 'updated_at'>
  /** Null until it is counted. */
  work: FormWork | null
  /** Buttons and links. */
  children: ReactNode
}) {
  const { env } = useApp()
  const submissions = work?.submissions.get(form.id) ?? 0
  const unfinished = work?.unfinished.get(form.id) ?? 0
  const titleId = `form-${form.id}`
  const updatedMs = Date.parse(form.updated_at)
  return (
    <ListCard aria-labelledby={titleId}>
      <CardHead
        id={titleId}
        title={form.title || common.untitledForm}
        description={form.description}
        badge={
          form.status === 'draft' ? (
            <Badge kind="unpublished">{words.unpublished}</Badge>
          ) : (
            submissions > 0 && <Badge kind="completed">{words.completedBadge}</Badge>
          )
        }
      />
      <CardFacts
        facts={[
          submissions > 0 && words.submissions(submissions),
          unfinished > 0 && words.unfinished(unfinished),
          Number.isFinite(updatedMs) &&
            words.updated(relativeTimeWithin(updatedMs, env.clock.now())),
        ]}
      />
      <CardActions>{children}</CardActions>
    </ListCard>
  )
}
