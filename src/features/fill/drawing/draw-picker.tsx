import { lazy, Suspense, useState } from 'react'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { fileBytes } from '../../../../collections/writes/write-files.ts'
import { loadOnce } from '../../../../replication/http/load-once.ts'
import { useWorkspace } from '../../../context.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { files } from '../../../messages/interview/fill.ts'
import { drawing as text } from '../../../messages/interview/drawing.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EditIcon } from '../../../ui/icon.tsx'
import { useFill } from '../fill-context.tsx'
import { spokenText } from '../texts/spoken.ts'

const importDialog = async () => ({ default: (await import('./draw-dialog.tsx')).DrawDialog })

const DrawDialog = lazy(importDialog)

const loadDialog = loadOnce(importDialog)

/** An open sheet; on a photo when there is one. */
interface Sheet {
  readonly photo: ImageBitmap | null
}

interface DrawPickerProps {
  readonly field: CompiledField
  /** The file that is replaced; null when there is none. */
  readonly last: FileUploadDoc | null
  readonly isBusy: boolean
  readonly onPick: (picked: readonly File[]) => void
}

/** Opens a sheet to sign or sketch on, or the attached photo; what is drawn is attached like a photo. */
export function DrawPicker({ field, last, isBusy, onPick }: DrawPickerProps) {
  const { interview, fileWork } = useFill()
  const { db } = useWorkspace()
  const toaster = useToaster()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const hasFiles = last !== null
  const isSignature = field.type === 'SIGNATURE'
  const words = isSignature
    ? hasFiles
      ? text.signAgain
      : text.sign
    : hasFiles
      ? text.sketchAgain
      : text.sketch
  const open = async (photo: ImageBitmap | null) => {
    if ((await loadDialog()) === null) return toaster.error(text.notHere)
    fileWork.setChoosing(true)
    setSheet({ photo })
  }
  const openPhoto = async () => {
    const bytes = last === null ? null : await fileBytes(db, last.id)
    const photo = bytes === null ? null : await createImageBitmap(bytes).catch(() => null)
    if (photo !== null) await open(photo)
    else toaster.error(files.unreadable(last?.file_name ?? ''))
  }
  const close = () => {
    sheet?.photo?.close()
    setSheet(null)
    fileWork.setChoosing(false)
  }
  return (
    <>
      {last !== null && !isSignature && (
        <Button
          full
          variant="secondary"
          icon={<EditIcon />}
          busy={isBusy}
          onClick={() => void openPhoto()}
        >
          {text.annotate}
        </Button>
      )}
      <Button
        full
        variant="secondary"
        icon={<EditIcon />}
        busy={isBusy}
        onClick={() => void open(null)}
      >
        {words}
      </Button>
      {sheet !== null && (
        <Suspense>
          <DrawDialog
            title={spokenText(interview, field, field.label)}
            isSignature={isSignature}
            photo={sheet.photo}
            onClose={close}
            onDone={picture => {
              const end = picture.type === 'image/jpeg' ? 'jpg' : 'png'
              const name = isSignature ? `signature.${end}` : `sketch.${end}`
              onPick([new File([picture], name, { type: picture.type })])
              close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
