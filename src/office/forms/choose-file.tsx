import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { UploadIcon } from '../../ui/icon.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './forms.module.css'

/** Takes the file of a form: dropped here, or chosen. */
export function ChooseFile({
  label,
  name,
  onChoose,
}: {
  label: string
  name: string
  onChoose: (file: File) => void
}) {
  const { upload } = useOffice().words
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onChoose(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is in addition to the button
    <section
      aria-label={upload.choose}
      className={cx(styles.drop, styles.part, isOver && styles.over)}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon aria-hidden />
      <p>{name === '' ? upload.drop : <bdi>{name}</bdi>}</p>
      <FileButton
        label={label}
        accept=".xlsx,.xlsm,.xml,.json,.zip"
        isMain={name === ''}
        onChoose={([file]) => file !== undefined && onChoose(file)}
      />
      <p className={styles.quiet}>{upload.takes}</p>
    </section>
  )
}

/** A button that opens the computer's own chooser of files. */
export function FileButton({
  label,
  accept,
  isMain = false,
  isMultiple = false,
  onChoose,
}: {
  label: string
  accept?: string
  isMain?: boolean
  isMultiple?: boolean
  onChoose: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className={styles.file}
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        multiple={isMultiple}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // The same file can be chosen again, once it was corrected.
          target.value = ''
        }}
      />
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        size="s"
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
