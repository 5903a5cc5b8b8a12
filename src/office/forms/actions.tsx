import { useState } from 'react'
import type { FormOverview } from '../../../replication/wire/office/form-answers.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { useReread } from '../parts/use-read.ts'
import styles from './forms.module.css'

type State = 'published' | 'draft' | 'removed'

/** Publishes, unpublishes and removes a form. What takes it from phones is confirmed first. */
export function FormActions({ form: { id, state, updated_at, ...form } }: { form: FormOverview }) {
  const { ask, words } = useOffice()
  const reread = useReread()
  const [asked, setAsked] = useState<'draft' | 'removed' | null>(null)
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const move = async (next: State) => {
    const result = await ask('formState', { id, body: { state: next }, tag: updated_at })
    setFailed(result.ok ? null : result.failure.kind)
    setAsked(null)
    // Also when someone else has changed it: how it stands now is then shown.
    await reread()
  }
  const { cancel, unpublish, remove } = words.form
  const isUnpublish = asked === 'draft'
  const why = isUnpublish ? words.form.unpublishWhy : words.form.removeWhy
  return (
    <>
      <div className={styles.bar}>
        <Link
          to={`/upload?id=${encodeURIComponent(id)}`}
          className={buttonClass({ variant: 'secondary', size: 's' })}
        >
          {words.form.next}
        </Link>
        {state !== 'published' && (
          <Button size="s" onClick={() => void move('published')}>
            {state === 'removed' ? words.form.publishAgain : words.form.publish}
          </Button>
        )}
        {state === 'published' && (
          <Button variant="secondary" size="s" onClick={() => setAsked('draft')}>
            {unpublish}
          </Button>
        )}
        {state !== 'removed' && (
          <Button variant="secondary" size="s" onClick={() => setAsked('removed')}>
            {remove}
          </Button>
        )}
      </div>
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
      <Confirm
        open={asked !== null}
        type="danger"
        title={isUnpublish ? words.form.unpublishTitle : words.form.removeTitle}
        message={why(form.assigned, form.submissions)}
        words={{
          cancel,
          labels: { default: '', destructive: '', danger: '', logout: '', sync: '' },
        }}
        confirmLabel={isUnpublish ? unpublish : remove}
        onConfirm={() => (asked === null ? undefined : move(asked))}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
