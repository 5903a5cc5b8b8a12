import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SubmissionIcon } from '../../../ui/icon.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { SectionList } from './section-list.tsx'

interface SectionsDialogProps {
  readonly interview: Interview
  readonly onClose: () => void
  readonly onGoTo: (field: CompiledField) => void
  readonly onReview: () => void
}

/** The sections to jump to, read once, when the dialog opens, because nothing changes behind it. */
export function SectionsDialog(props: SectionsDialogProps) {
  const { interview, onClose, onGoTo, onReview } = props
  return (
    <Dialog open title={fill.sections} closeLabel={common.close} onClose={onClose}>
      <Button full variant="secondary" icon={<SubmissionIcon />} onClick={onReview}>
        {fill.reviewAnswers}
      </Button>
      <SectionList interview={interview} onGoTo={onGoTo} />
    </Dialog>
  )
}
