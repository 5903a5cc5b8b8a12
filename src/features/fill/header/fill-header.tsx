import { type Ref, useMemo, useState } from 'react'
import { distinctUntilChanged } from 'rxjs'
import { useBack } from '../../../hooks/use-back.ts'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { SubmissionIcon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/pages/page-header.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import styles from './fill-header.module.css'
import type { Interview } from '../interview/interview-shape.ts'
import type { Progress } from '../../../form/answers/validity.ts'
import { SectionsDialog } from '../review/sections-dialog.tsx'

interface FillHeaderProps {
  readonly ref: Ref<HTMLDivElement>
  readonly title: string
  /** Where Back leads when the history has no earlier screen of the app. */
  readonly backTo: string
  /** Whether the interview edits a submission. */
  readonly isEdit: boolean
  /** null while no interview is open. */
  readonly interview: Interview | null
  readonly onGoTo: (field: CompiledField) => void
  readonly onReview: () => void
}

/** The fixed bar: back, title, progress, and the list of sections. All states of the screen share it. */
export function FillHeader(props: FillHeaderProps) {
  const { ref, title, isEdit, interview, onGoTo, onReview } = props
  const goBack = useBack(props.backTo)
  const [isOpen, setOpen] = useState(false)
  return (
    <div ref={ref} className={styles.header}>
      <PageHeader
        title={isEdit ? fill.editTitle(title) : title}
        subtitle={interview !== null && <Answered interview={interview} />}
        back={{ label: common.back, onPress: goBack }}
        end={
          interview !== null && (
            <IconButton
              label={fill.sections}
              icon={<SubmissionIcon />}
              onClick={() => setOpen(true)}
            />
          )
        }
      />
      {interview !== null && <ProgressLine interview={interview} />}
      {interview !== null && isOpen && (
        <SectionsDialog
          interview={interview}
          onClose={() => setOpen(false)}
          onGoTo={field => {
            setOpen(false)
            onGoTo(field)
          }}
          onReview={() => {
            setOpen(false)
            onReview()
          }}
        />
      )}
    </div>
  )
}

const useAnswered = ({ validity }: Interview): Progress => {
  const answered$ = useMemo(
    () =>
      validity.progress$.pipe(
        distinctUntilChanged((a, b) => a.answered === b.answered && a.total === b.total),
      ),
    [validity],
  )
  return useStream(answered$, validity.progress())
}

function Answered({ interview }: { interview: Interview }) {
  const { answered, total } = useAnswered(interview)
  return <>{fill.answered(answered, total)}</>
}

function ProgressLine({ interview }: { interview: Interview }) {
  const { answered, total } = useAnswered(interview)
  const share = total === 0 ? 0 : answered / total
  return (
    <div aria-hidden className={styles.track}>
      <div className={styles.bar} style={{ scale: `${share} 1` }} />
    </div>
  )
}
