import { useEffect, useRef, useState } from 'react'
import type { ScanFailure } from '../../../env.ts'
import { useApp } from '../../../context.tsx'
import { common } from '../../../messages/app/common.ts'
import { codes } from '../../../messages/interview/codes.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import styles from './codes.module.css'

interface ScanDialogProps {
  readonly title: string
  readonly onRead: (code: string) => void
  readonly onClose: () => void
}

/** Shows the camera until it sees a code. */
export function ScanDialog({ title, onRead, onClose }: ScanDialogProps) {
  const { env } = useApp()
  const video = useRef<HTMLVideoElement>(null)
  const done = useRef(onRead)
  const [isSeeing, setSeeing] = useState(false)
  const [failure, setFailure] = useState<ScanFailure | null>(null)
  useEffect(() => {
    done.current = onRead
  })
  useEffect(() => {
    if (video.current === null) return undefined
    const closing = new AbortController()
    void env.scanCode(video.current, closing.signal).then(scanned => {
      if (closing.signal.aborted) return
      if (scanned.ok) done.current(scanned.value)
      else setFailure(scanned.failure)
    })
    return () => closing.abort()
  }, [env])
  return (
    <Dialog open title={title} closeLabel={common.close} onClose={onClose}>
      <div className={styles.scan}>
        {failure === null ? (
          <>
            <video
              ref={video}
              className={styles.video}
              aria-label={codes.camera}
              muted
              playsInline
              onPlaying={() => setSeeing(true)}
            />
            <output>{isSeeing ? codes.aim : codes.starting}</output>
          </>
        ) : (
          <Alert kind="warning">{codes.failed[failure]}</Alert>
        )}
      </div>
    </Dialog>
  )
}
