import { plainText } from '../../../form/texts/rich-text.ts'
import { useState } from 'react'
import { moveDraft } from '../../../../collections/writes/write-interview.ts'
import { useWorkspace } from '../../../context.tsx'
import { useToaster } from '../../../lib/toaster.ts'
import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { List, ListRow } from '../../../ui/cards/list-row.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { DefinitionDiff } from '../../../form/definition/definition-diff.ts'
import { movedIds } from '../../../form/definition/moved-ids.ts'
import { useFill } from '../fill-context.tsx'
import { unfittingIn } from './unfitting-in.ts'
import { useFormNews, type FormNews } from './use-form-news.ts'
import styles from './form-version-notice.module.css'

const changesOf = ({ added, removed, changed }: DefinitionDiff): string =>
  [
    added.length > 0 ? fill.versionAdded(added.length) : '',
    removed.length > 0 ? fill.versionRemoved(removed.length) : '',
    changed.length > 0 ? fill.versionChanged(changed.length) : '',
  ]
    .filter(Boolean)
    .join(common.comma) || fill.versionSame

type Changed = Extract<FormNews, { kind: 'changed' }>

/** Says that the form of this interview was changed or closed meanwhile, and offers to move the interview. */
export function FormVersionNotice({ onMoved }: { onMoved: (draftId: string) => void }) {
  const { interview } = useFill()
  const { db } = useWorkspace()
  const toaster = useToaster()
  const news = useFormNews(interview)
  const [isOpen, setOpen] = useState(false)

  if (news.kind === 'same') return null
  if (news.kind === 'withdrawn') {
    return (
      <Alert kind="warning" title={fill.withdrawnTitle}>
        {fill.withdrawn}
      </Alert>
    )
  }

  const move = async () => {
    try {
      const draft = await interview.writer.begin()
      await interview.writer.flush()
      const moved = movedIds(interview.form.template, news.form.template)
      await moveDraft(db, draft.id, news.form.definitionHash, moved)
      toaster.success(fill.versionMoved)
      onMoved(draft.id)
    } catch {
      toaster.error(fill.versionNotMoved)
    }
  }
  return (
    <>
      <Alert kind="info" title={fill.versionTitle}>
        <p>{fill.versionMessage(changesOf(news.diff))}</p>
        <p className={styles.see}>
          <Button size="s" variant="secondary" onClick={() => setOpen(true)}>
            {fill.versionSee}
          </Button>
        </p>
      </Alert>
      <Dialog
        open={isOpen}
        title={fill.versionTitle}
        closeLabel={common.close}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => void move()}>{fill.versionMove}</Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {fill.versionKeep}
            </Button>
          </>
        }
      >
        <Changes news={news} />
      </Dialog>
    </>
  )
}

function Changes({ news: { diff, form } }: { news: Changed }) {
  const { interview } = useFill()
  const given = interview.form.fields.filter(({ id }) => interview.validity.isAnswered(id))
  const answered = new Set(given.map(({ fieldId }) => fieldId))
  const partly = new Set(unfittingIn(interview, form).map(({ field }) => field.id))
  return (
    <div className={styles.changes}>
      <Fields title={fill.versionAddedTitle} fields={diff.added} detail={() => undefined} />
      <Fields
        title={fill.versionRemovedTitle}
        fields={diff.removed}
        detail={id => (answered.has(id) ? fill.versionAnswerDropped : undefined)}
      />
      <Fields
        title={fill.versionChangedTitle}
        fields={diff.changed}
        detail={id => {
          if (partly.has(id)) return fill.versionAnswerPartly
          return answered.has(id) ? fill.versionAnswerKept : undefined
        }}
      />
    </div>
  )
}

interface FieldsProps {
  readonly title: string
  readonly fields: readonly CompiledField[]
  /** What happens to the answers that were given to a question, by its id. */
  readonly detail: (fieldId: string) => string | undefined
}

function Fields({ title, fields, detail }: FieldsProps) {
  if (fields.length === 0) return null
  return (
    <section>
      <SectionHeading>{title}</SectionHeading>
      <List>
        {fields.map(field => (
          <li key={field.id}>
            <ListRow title={plainText(field.label, () => '…')} detail={detail(field.id)} />
          </li>
        ))}
      </List>
    </section>
  )
}
