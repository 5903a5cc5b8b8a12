import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CaptureFailure } from '../../../env.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useIsHere } from '../../../lib/hooks/use-is-here.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { recordingMaxMs } from '../../../limits.ts'
import { files } from '../../../messages/interview/fill.ts'
import { recording as text } from '../../../messages/interview/recording.ts'
import { durationText } from '../../../messages/app/time.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { MicrophoneIcon, StopIcon } from '../../../ui/icon.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { useFill } from '../fill-context.tsx'
import { recordAnswer, type RecordingAnswer } from './record-answer.ts'
import styles from './record-picker.module.css'

interface RecordPickerProps {
  readonly field: CompiledField
  readonly hasFiles: boolean
  readonly isBusy: boolean
  /** Another way to answer; not shown during a recording. */
  readonly children: ReactNode
}

/** Records an answer. It ends by the button, at the limit, and when the question leaves the screen. */
export function RecordPicker({ field, hasFiles, isBusy, children }: RecordPickerProps) {
  const { env } = useApp()
  const { db } = useWorkspace()
  const { interview, fileWork } = useFill()
  const toaster = useToaster()
  const running = useRef<RecordingAnswer | null>(null)
  const [begunAt, setBegunAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<CaptureFailure | null>(null)
  const isHere = useIsHere()
  useEffect(() => () => running.current?.stop(), [])

  const record = () =>
    fileWork.run(field.id, async () => {
      setFailure(null)
      const started = await recordAnswer({ db, env }, interview, field)
      if (!started.ok) {
        setFailure(started.failure)
        return
      }
      // The surveyor may have left while the browser asked for the microphone.
      if (!isHere.current) started.value.stop()
      running.current = started.value
      setBegunAt(env.clock.now())
      const end = fileWork.beginRecording()
      const ended = await started.value.done
      end()
      running.current = null
      setBegunAt(null)
      if (ended === 'no room') toaster.error(text.noRoom)
      if (ended === 'not stored') toaster.error(files.notStored(text.record))
    })

  if (begunAt !== null) {
    return (
      <div className={styles.recording}>
        <Elapsed begunAt={begunAt} />
        <Button full icon={<StopIcon />} onClick={() => running.current?.stop()}>
          {text.stop}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.recording}>
      {failure !== null && <Alert kind="warning">{text.failed[failure]}</Alert>}
      <Button
        full
        variant="secondary"
        icon={<MicrophoneIcon />}
        busy={isBusy}
        onClick={() => void record()}
      >
        {hasFiles && !field.multiple ? text.again : text.record}
      </Button>
      <p className={styles.hint}>{text.limit(recordingMaxMs / 60_000)}</p>
      {children}
    </div>
  )
}

const tickMs = 500

/** The time so far. Screen readers do not announce it, because that would be in the recording. */
function Elapsed({ begunAt }: { readonly begunAt: number }) {
  const { env } = useApp()
  const [now, setNow] = useState(begunAt)
  useEffect(() => env.clock.after(tickMs, () => setNow(env.clock.now())), [env, now])
  return (
    <p role="timer" className={styles.elapsed}>
      <span aria-hidden className={styles.dot} />
      {text.elapsed(durationText(now - begunAt), durationText(recordingMaxMs))}
    </p>
  )
}
