import type { ReactNode } from 'react'
import type { FormDoc } from '../../../collections/forms.ts'
import { useApp } from '../../context.tsx'
import { common } from '../../messages/common.ts'
import { projects as words } from '../../messages/projects.ts'
import { relativeTime } from '../../messages/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './form-card.module.css'

/** One survey: what it is, what has been done in it, and what to do next. */
export function FormCard({
  form,
  submissions,
  unfinished,
  children,
}: {
  form: Pick<FormDoc, 'id' | 'title' | 'description' | 'status' | 'updated_at'>
  submissions: number
  unfinished: number
  /** Buttons and links. */
  children: ReactNode
}) {
  const { env } = useApp()
  const titleId = `form-${form.id}`
  const updatedMs = Date.parse(form.updated_at)
  return (
    <Card aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {form.title || common.untitledForm}
        </h2>
        {form.status === 'draft' ? (
          <Badge kind="unpublished">{words.unpublished}</Badge>
        ) : (
          submissions > 0 && <Badge kind="completed">{words.completedBadge}</Badge>
        )}
      </div>
      {form.description !== '' && <p className={styles.description}>{form.description}</p>}
      <p className={styles.facts}>
        {[
          submissions > 0 && words.submissions(submissions),
          unfinished > 0 && words.unfinished(unfinished),
          Number.isFinite(updatedMs) && words.updated(relativeTime(updatedMs, env.clock.now())),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={styles.actions}>{children}</div>
    </Card>
  )
}
