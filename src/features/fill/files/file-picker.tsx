import { useId } from 'react'
import { files as text } from '../../../messages/interview/fill.ts'
import { CameraIcon, UploadIcon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import styles from './files-input.module.css'

interface FilePickerProps {
  readonly isPhoto: boolean
  readonly multiple: boolean
  readonly hasFiles: boolean
  readonly isBusy: boolean
  readonly isInvalid: boolean
  readonly hint: string
  readonly onPick: (picked: readonly File[]) => void
}

const wordsOf = ({ isPhoto, multiple, hasFiles }: FilePickerProps): string => {
  if (isPhoto) {
    if (multiple) return text.addPhotos
    return hasFiles ? text.replacePhoto : text.addPhoto
  }
  if (multiple) return text.addFiles
  return hasFiles ? text.replaceFile : text.addFile
}

/** Opens the device's own file chooser; for photos a phone offers camera and gallery. */
export function FilePicker(props: FilePickerProps) {
  const { isPhoto, multiple, isBusy, isInvalid, hint, onPick } = props
  const hintId = useId()
  const Icon = isPhoto ? CameraIcon : UploadIcon
  return (
    <div className={styles.picker}>
      <label className={styles.pick} data-invalid={isInvalid}>
        <input
          type="file"
          className="visually-hidden"
          accept={isPhoto ? 'image/*' : undefined}
          multiple={multiple}
          disabled={isBusy}
          aria-describedby={hintId}
          onChange={event => {
            const picked = [...(event.target.files ?? [])]
            // So that the same file can be picked again after it was removed.
            event.target.value = ''
            if (picked.length > 0) onPick(picked)
          }}
        />
        {isBusy ? <Spinner /> : <Icon />}
        <span aria-live="polite">{isBusy ? text.preparing : wordsOf(props)}</span>
      </label>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}
