import { lazy, Suspense, useState } from 'react'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { drawing as text } from '../../../messages/interview/drawing.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EditIcon } from '../../../ui/icon.tsx'
import { useFill } from '../fill-context.tsx'
import { spokenText } from '../texts/spoken.ts'

const DrawDialog = lazy(async () => ({
  default: (await import('./draw-dialog.tsx')).DrawDialog,
}))

interface DrawPickerProps {
  readonly field: CompiledField
  readonly hasFiles: boolean
  readonly isBusy: boolean
  readonly onPick: (picked: readonly File[]) => void
}

/** Opens a sheet to sign or sketch on; what is drawn is attached like a photo. */
export function DrawPicker({ field, hasFiles, isBusy, onPick }: DrawPickerProps) {
  const { interview } = useFill()
  const [isOpen, setOpen] = useState(false)
  const isSignature = field.type === 'SIGNATURE'
  const words = isSignature
    ? hasFiles
      ? text.signAgain
      : text.sign
    : hasFiles
      ? text.sketchAgain
      : text.sketch
  return (
    <>
      <Button
        full
        variant="secondary"
        icon={<EditIcon />}
        disabled={isBusy}
        onClick={() => setOpen(true)}
      >
        {words}
      </Button>
      {isOpen && (
        <Suspense>
          <DrawDialog
            title={spokenText(interview, field, field.label)}
            isSignature={isSignature}
            onClose={() => setOpen(false)}
            onDone={picture => {
              setOpen(false)
              const name = isSignature ? 'signature.png' : 'sketch.png'
              onPick([new File([picture], name, { type: picture.type })])
            }}
          />
        </Suspense>
      )}
    </>
  )
}
