import { useState } from 'react'
import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import { Tabs } from '../../../ui/choices/tabs.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import styles from './review-dialog.module.css'
import { shownSections } from './shown-sections.ts'
import { ReviewRow } from './review-row.tsx'

interface ReviewDialogProps {
  readonly interview: Interview
  readonly onClose: () => void
  readonly onGoTo: (field: CompiledField) => void
}

/** Which answers are listed: all, the missing ones, or those that prevent submitting. */
type Shown = 'all' | 'open' | 'wrong'

const isShown = ({ validity }: Interview, field: CompiledField, shown: Shown): boolean => {
  const { id } = field
  switch (shown) {
    case 'all':
      return true
    case 'open':
      return validity.isAsked(field) && !validity.isAnswered(id)
    case 'wrong':
      return validity.problem(id) !== null
  }
}

/** All answers in a list before submitting, each with a link to its field; read once, when the dialog opens. */
export function ReviewDialog({ interview, onClose, onGoTo }: ReviewDialogProps) {
  const { answered, invalid, total } = interview.validity.progress()
  const [shown, setShown] = useState<Shown>(invalid > 0 ? 'wrong' : 'all')
  const sections = shownSections(
    interview,
    field => field.type !== 'NOTE' && isShown(interview, field, shown),
  )
  return (
    <Dialog open title={fill.reviewTitle} closeLabel={common.close} onClose={onClose}>
      <div className={styles.review}>
        {invalid > 0 ? (
          <Alert kind="warning">{fill.problems(invalid)}</Alert>
        ) : (
          <Alert kind="success">{fill.reviewReady}</Alert>
        )}
        <Tabs
          label={fill.reviewShow}
          value={shown}
          onChange={value => setShown(value as Shown)}
          options={[
            ...(invalid > 0 ? [{ value: 'wrong', label: fill.reviewWrong(invalid) }] : []),
            { value: 'open', label: fill.reviewOpen(total - answered) },
            { value: 'all', label: fill.reviewAll },
          ]}
        />
        {sections.length === 0 && <p>{fill.reviewNothing}</p>}
        {sections.map(section => (
          <section key={section.id} className={styles.section}>
            <SectionHeading level={3}>{section.name}</SectionHeading>
            <ul className={styles.rows}>
              {section.fields.map(field => (
                <li key={field.id}>
                  <ReviewRow field={field} interview={interview} onGoTo={onGoTo} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
