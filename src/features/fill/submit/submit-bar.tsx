import { distinctUntilChanged, map } from 'rxjs'
import { useMemo, useState } from 'react'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import { confirmWords } from '../../../messages/app/common.ts'
import { files, fill } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { ErrorIcon } from '../../../ui/icon.tsx'
import { ActionBar } from '../../../ui/pages/page.tsx'
import { useFill } from '../fill-context.tsx'
import styles from './submit-bar.module.css'
import type { AfterSubmit, Submitting } from './use-submit.ts'

interface SubmitBarProps {
  readonly submitting: Submitting
  /** Whether Submit was refused before; from then on, the bar leads from one problem to the next. */
  readonly hasTried: boolean
  readonly onNext: () => void
  readonly isEdit: boolean
}

/** The bar at the bottom: submits, and after a refusal leads to the problems. */
export function SubmitBar({ submitting, hasTried, onNext, isEdit }: SubmitBarProps) {
  const parts = useFill()
  const { interview, fileWork } = parts
  const invalid$ = useMemo(
    () =>
      interview.validity.progress$.pipe(
        map(({ invalid }) => (hasTried ? invalid : Math.min(invalid, 1))),
        distinctUntilChanged(),
      ),
    [interview, hasTried],
  )
  const invalid = useStream(invalid$, interview.validity.progress().invalid)
  const isBusy = useStream(fileWork.isBusy$, fileWork.isBusy())
  const isRecording = useStream(fileWork.isRecording$, false)
  const { phase, press } = submitting
  const [asked, setAsked] = useState<AfterSubmit | null>(null)

  const button = (then: AfterSubmit, label: string, variant: 'primary' | 'secondary') => {
    const isPressed = phase.kind !== 'idle' && phase.pressed === then
    const isSubmitting = isPressed && phase.kind === 'submitting'
    return (
      <Button
        variant={variant}
        className={styles.submit}
        softDisabled={invalid > 0 && phase.kind === 'idle'}
        disabled={(phase.kind !== 'idle' && !isSubmitting) || isBusy}
        busy={isSubmitting}
        busyText={fill.submitting}
        onClick={() => {
          // They are nowhere but in this page, and would go with the submitted interview without a word.
          if (invalid === 0 && fileWork.allUnstored().length > 0) setAsked(then)
          else press(parts, then)
        }}
      >
        {isPressed && phase.kind === 'submitted' ? fill.saved : label}
      </Button>
    )
  }

  return (
    <ActionBar>
      {hasTried && invalid > 0 && (
        <div className={styles.problems}>
          <span className={styles.count}>
            <ErrorIcon />
            {fill.problems(invalid)}
          </span>
          <Button variant="quiet" size="s" onClick={onNext}>
            {fill.nextProblem}
          </Button>
        </div>
      )}
      {isBusy && (
        <output className={styles.busy}>
          {isRecording ? fill.recordingRuns : fill.processingFiles}
        </output>
      )}
      {!isEdit && button('new', fill.submitNew, 'secondary')}
      {button('close', isEdit ? fill.saveChanges : fill.submitClose, 'primary')}
      <Confirm
        open={asked !== null}
        type="danger"
        title={files.leaveOutTitle}
        message={files.leaveOutMessage(
          fileWork
            .allUnstored()
            .map(({ name }) => name)
            .join(', '),
        )}
        confirmLabel={files.leaveOutConfirm}
        words={confirmWords}
        onConfirm={() => {
          setAsked(null)
          if (asked !== null) press(parts, asked)
        }}
        onCancel={() => setAsked(null)}
      />
    </ActionBar>
  )
}
