import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApp } from '../../../context.tsx'
import { beginWork } from '../../../lib/finishing.ts'
import { common, confirmWords } from '../../../messages/app/common.ts'
import { drawing as text } from '../../../messages/interview/drawing.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import styles from './draw-dialog.module.css'
import { openPad, type Pad } from './pad.ts'

interface DrawDialogProps {
  readonly title: string
  /** A signature is wide and may be typed; a sketch is neither. */
  readonly isSignature: boolean
  /** What is drawn on; null for an empty sheet. */
  readonly photo: ImageBitmap | null
  readonly onDone: (picture: Blob) => void
  readonly onClose: () => void
}

/** The size that shows the whole photo and leaves room for the dialog's buttons. */
const sizeOf = ({ width, height }: ImageBitmap) => ({
  aspectRatio: `${width} / ${height}`,
  inlineSize: `min(100%, ${(60 * width) / height}vh)`,
})

/**
 * A sheet to sign or to sketch on, or a photo to draw on. Nothing is stored until the surveyor confirms, so a sheet with a
 * drawing does not close without a question.
 */
export function DrawDialog({ title, isSignature, photo, onDone, onClose }: DrawDialogProps) {
  const { env } = useApp()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  const [isLeaving, setLeaving] = useState(false)
  const [name, setName] = useState('')
  useEffect(() => {
    if (canvas.current === null) return undefined
    const opened = openPad(canvas.current, setEmpty, photo)
    pad.current = opened
    return opened.close
  }, [photo])
  useEffect(() => {
    if (isEmpty) return undefined
    const endWork = beginWork()
    // After a reload, Back leaves the page instead of the sheet.
    const endGuard = env.page.guardUnload(() => true)
    return () => {
      endWork()
      endGuard()
    }
  }, [env, isEmpty])
  // A second tap comes before the picture of a large sheet is ready.
  const isFinishing = useRef(false)
  const finish = async () => {
    if (isFinishing.current) return
    isFinishing.current = true
    const picture = (await pad.current?.picture()) ?? null
    if (picture !== null) onDone(picture)
    isFinishing.current = false
  }
  const write = (typed: string) => {
    setName(typed)
    pad.current?.write(typed)
  }
  return (
    <>
      <Dialog
        open
        title={title}
        closeLabel={common.close}
        onClose={() => (isEmpty ? onClose() : setLeaving(true))}
        actions={
          <>
            <Button full disabled={isEmpty} onClick={() => void finish()}>
              {inputs.done}
            </Button>
            <Button
              full
              variant="secondary"
              disabled={isEmpty}
              onClick={() => {
                setName('')
                pad.current?.clear()
              }}
            >
              {inputs.clear}
            </Button>
          </>
        }
      >
        <div className={styles.drawing}>
          <canvas
            ref={canvas}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot be drawn on
            role="img"
            aria-label={isEmpty ? (photo === null ? text.emptySheet : text.photo) : text.sheet}
            className={photo === null ? (isSignature ? styles.wide : styles.tall) : styles.photo}
            style={photo === null ? undefined : sizeOf(photo)}
          />
          {isSignature ? (
            <TextField
              label={text.typeName}
              value={name}
              autoComplete="off"
              onChange={event => write(event.target.value)}
            />
          ) : (
            <Button variant="quiet" size="s" disabled={isEmpty} onClick={() => pad.current?.undo()}>
              {text.undo}
            </Button>
          )}
        </div>
      </Dialog>
      <Confirm
        open={isLeaving}
        type="destructive"
        title={text.discardTitle}
        message={text.discardMessage}
        confirmLabel={text.discard}
        words={confirmWords}
        onConfirm={() => {
          // First the question, so that the sheet can return the focus to the button that opened it.
          flushSync(() => setLeaving(false))
          onClose()
        }}
        onCancel={() => setLeaving(false)}
      />
    </>
  )
}
