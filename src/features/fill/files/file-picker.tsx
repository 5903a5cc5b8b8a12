import { useEffect, useId, useRef } from 'react'
import { files as text } from '../../../messages/interview/fill.ts'
import { recording } from '../../../messages/interview/recording.ts'
import { CameraIcon, UploadIcon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import styles from './files-input.module.css'

interface FilePickerProps {
  readonly kind: 'photo' | 'audio' | 'file'
  readonly multiple: boolean
  readonly hasFiles: boolean
  readonly isBusy: boolean
  readonly isInvalid: boolean
  readonly hint: string
  readonly onPick: (picked: readonly File[]) => void
  /** Called when the chooser opens, and when it ends, after its files were picked. */
  readonly onChoosing: (isChoosing: boolean) => void
}

const wordsOf = ({ kind, multiple, hasFiles }: FilePickerProps): string => {
  switch (kind) {
    case 'photo':
      if (multiple) return text.addPhotos
      return hasFiles ? text.replacePhoto : text.addPhoto
    case 'audio':
      return hasFiles && !multiple ? recording.replace : recording.add
    case 'file':
      if (multiple) return text.addFiles
      return hasFiles ? text.replaceFile : text.addFile
  }
}

const accepted = { photo: 'image/*', audio: 'audio/*', file: undefined } as const

/** Opens the device's own file chooser; for photos a phone offers camera and gallery. */
export function FilePicker(props: FilePickerProps) {
  const { kind, multiple, isBusy, isInvalid, hint } = props
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    // Never removed, because the chooser may be open longer than the screen, whose end also ends what React listens to.
    input.current?.addEventListener('change', ({ target }) => {
      const chooser = target as HTMLInputElement
      const picked = [...(chooser.files ?? [])]
      // So that the same file can be picked again after it was removed.
      chooser.value = ''
      if (picked.length > 0) latest.current.onPick(picked)
      latest.current.onChoosing(false)
    })
    input.current?.addEventListener('click', event => {
      if (latest.current.isBusy) event.preventDefault()
      else latest.current.onChoosing(true)
    })
    input.current?.addEventListener('cancel', () => latest.current.onChoosing(false))
  }, [])
  const Icon = kind === 'photo' ? CameraIcon : UploadIcon
  return (
    <div className={styles.picker}>
      <label className={styles.pick} data-invalid={isInvalid}>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          accept={accepted[kind]}
          multiple={multiple}
          // Not `disabled`, because the browser takes the focus from a disabled input.
          aria-disabled={isBusy}
          aria-describedby={hintId}
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
