import { useEffect, useRef, useState } from 'react'
import { common } from '../../../messages/app/common.ts'
import { drawing as text } from '../../../messages/interview/drawing.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import styles from './draw-dialog.module.css'
import { openPad, type Pad } from './pad.ts'

interface DrawDialogProps {
  readonly title: string
  /** A signature is wide and may be typed; a sketch is neither. */
  readonly isSignature: boolean
  readonly onDone: (picture: Blob) => void
  readonly onClose: () => void
}

/** A sheet to sign or to sketch on. Nothing of it is kept until it is done. */
export function DrawDialog({ title, isSignature, onDone, onClose }: DrawDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  const [name, setName] = useState('')
  useEffect(() => {
    if (canvas.current === null) return undefined
    const opened = openPad(canvas.current, setEmpty)
    pad.current = opened
    return opened.close
  }, [])
  const finish = async () => {
    const picture = (await pad.current?.picture()) ?? null
    if (picture !== null) onDone(picture)
  }
  const write = (typed: string) => {
    setName(typed)
    pad.current?.write(typed)
  }
  return (
    <Dialog
      open
      title={title}
      closeLabel={common.close}
      onClose={onClose}
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
          aria-label={isEmpty ? text.emptySheet : text.sheet}
          className={isSignature ? styles.wide : styles.tall}
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
  )
}
