import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Badge } from '../../../ui/status/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SubmissionIcon, SuccessIcon } from '../../../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { shownSections } from './shown-sections.ts'
import type { Interview } from '../interview/interview-shape.ts'
import styles from './sections-dialog.module.css'

interface SectionsDialogProps {
  readonly interview: Interview
  readonly onClose: () => void
  readonly onGoTo: (field: CompiledField) => void
  readonly onReview: () => void
}

/** Every section with its progress, to jump to. */
export function SectionsDialog(props: SectionsDialogProps) {
  const { interview, onClose, onGoTo, onReview } = props
  return (
    <Dialog open title={fill.sections} closeLabel={common.close} onClose={onClose}>
      <Button full variant="secondary" icon={<SubmissionIcon />} onClick={onReview}>
        {fill.reviewAnswers}
      </Button>
      <List>
        {shownSections(interview).map(({ id, name, fields }) => (
          <li key={id}>
            <button
              type="button"
              className={listRowClass()}
              onClick={() => fields[0] && onGoTo(fields[0])}
            >
              <SectionRow fields={fields} name={name} interview={interview} />
            </button>
          </li>
        ))}
      </List>
    </Dialog>
  )
}

interface SectionRowProps {
  readonly fields: readonly CompiledField[]
  readonly name: string
  readonly interview: Interview
}

/** Read once, when the dialog opens, because nothing changes behind it. */
function SectionRow({ fields, name, interview }: SectionRowProps) {
  const { validity, problems } = interview
  const total = fields.filter(validity.isAsked).length
  const answered = fields.filter(({ id }) => validity.isAnswered(id)).length
  const shown = fields.filter(({ id }) => problems.errors.get(id) !== null).length
  return (
    <ListRowBody
      title={name}
      detail={fill.sectionAnswered(answered, total)}
      end={
        shown > 0 ? (
          <Badge kind="failed">{shown}</Badge>
        ) : (
          answered === total && (
            <span className={styles.complete}>
              <SuccessIcon />
            </span>
          )
        )
      }
      leads
    />
  )
}
