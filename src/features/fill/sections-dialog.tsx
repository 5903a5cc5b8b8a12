import { common } from '../../messages/common.ts'
import { fill } from '../../messages/fill.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SuccessIcon } from '../../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/list-row.tsx'
import type { CompiledField, CompiledSection } from './compile.ts'
import type { Interview } from './interview.ts'
import styles from './sections-dialog.module.css'

interface SectionsDialogProps {
  readonly interview: Interview
  readonly onClose: () => void
  readonly onGoTo: (field: CompiledField) => void
  readonly onReview: () => void
}

/** Every section with how far it is, to jump to. */
export function SectionsDialog(props: SectionsDialogProps) {
  const { interview, onClose, onGoTo, onReview } = props
  return (
    <Dialog
      open
      title={fill.sections}
      closeLabel={common.close}
      onClose={onClose}
      actions={<Button onClick={onReview}>{fill.reviewAnswers}</Button>}
    >
      <List>
        {interview.form.sections.map((section, index) => (
          <li key={section.id}>
            <button
              type="button"
              className={listRowClass()}
              onClick={() => section.fields[0] && onGoTo(section.fields[0])}
            >
              <SectionRow
                section={section}
                name={section.name || fill.unnamedSection(index + 1)}
                interview={interview}
              />
            </button>
          </li>
        ))}
      </List>
    </Dialog>
  )
}

interface SectionRowProps {
  readonly section: CompiledSection
  readonly name: string
  readonly interview: Interview
}

/** Read once, when the dialog opens: nothing changes behind it. */
function SectionRow({ section, name, interview }: SectionRowProps) {
  const { validity, problems } = interview
  const total = section.fields.length
  const answered = section.fields.filter(({ id }) => validity.isAnswered(id)).length
  const shown = section.fields.filter(({ id }) => problems.errors.get(id) !== null).length
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
