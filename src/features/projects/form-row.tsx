import type { ReactNode } from 'react'
import type { FormDoc } from '../../../collections/schemas/forms.ts'
import { useApp } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { relativeTimeWithin } from '../../messages/app/time.ts'
import { href } from '../../routes.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { factsLine } from '../../ui/cards/facts.tsx'
import whole from '../../ui/actions/whole-row.module.css'
import { cx } from '../../ui/cx.ts'
import { SuccessIcon } from '../../ui/icon.tsx'
import styles from './form-row.module.css'
import type { FormWork } from './use-form-work.ts'

interface FormRowProps {
  readonly form: Pick<FormDoc, 'id' | 'title' | 'description' | 'status' | 'updated_at'>
  /** Null until it is counted. */
  readonly work: FormWork | null
  /** A small button at its end. */
  readonly children?: ReactNode
}

/** A survey in a list, with what was done of it. The row opens its submissions, once there are some. */
export function FormRow({ form, work, children }: FormRowProps) {
  const { env } = useApp()
  const submissions = work?.submissions.get(form.id) ?? 0
  const unfinished = work?.unfinished.get(form.id) ?? 0
  const titleId = `form-${form.id}`
  const title = form.title || common.untitledForm
  const updatedMs = Date.parse(form.updated_at)
  return (
    <article aria-labelledby={titleId} className={cx(whole.row, styles.row)}>
      <div className={styles.words}>
        <h2 id={titleId} dir="auto" className={styles.title}>
          {submissions > 0 ? (
            <Link
              className={whole.open}
              to={href('submissions', { surveyId: form.id })}
              aria-label={`${words.viewSubmissions}: ${title}`}
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {form.description !== '' && (
          <p dir="auto" className={styles.description}>
            {form.description}
          </p>
        )}
        <p className={styles.facts}>
          {form.status === 'draft' ? (
            <Badge kind="unpublished">{words.unpublished}</Badge>
          ) : (
            submissions > 0 && (
              <span className={styles.completed}>
                <SuccessIcon />
                {words.completedBadge}
              </span>
            )
          )}
          <span>
            {factsLine([
              submissions > 0 && words.submissions(submissions),
              unfinished > 0 && words.unfinished(unfinished),
            ])}
          </span>
          {Number.isFinite(updatedMs) && (
            <span className={styles.updated}>
              {words.updated(relativeTimeWithin(updatedMs, env.clock.now()))}
            </span>
          )}
        </p>
      </div>
      {children !== undefined && <div className={styles.act}>{children}</div>}
    </article>
  )
}

/** Surveys with lines between them. */
export function FormRows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>
}
