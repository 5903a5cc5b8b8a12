import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { files as text } from '../../../messages/interview/fill.ts'
import { files as words } from '../../../messages/submissions/submission.ts'
import { AudioPlayer } from '../../../files/audio-player.tsx'
import { useObjectUrl } from '../../../lib/hooks/use-object-url.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { AudioIcon, CloseIcon, DeleteIcon, FileIcon, ImageIcon } from '../../../ui/icon.tsx'
import { sizeText } from './file-rules.ts'
import styles from './files-input.module.css'
import { useEffect, useState } from 'react'
import { fileBytes } from '../../../../collections/writes/write-files.ts'
import { useWorkspace } from '../../../context.tsx'
import { judgePhoto, type PhotoProblem } from '../../../files/photo-quality.ts'

interface FileCardProps {
  readonly file: FileUploadDoc
  readonly isPhoto: boolean
  /** A photo that is being made smaller is not shown, because memory is short while it is decoded. */
  readonly isPreparing: boolean
  /** Shows the photo on the whole screen. */
  readonly onView: () => void
  /** null for a file that cannot be removed, because the server has it. */
  readonly onRemove: (() => void) | null
}

const detailOf = ({ file_size, sync_status }: FileUploadDoc): string =>
  sync_status === 'synced' ? `${text.sent} · ${sizeText(file_size)}` : sizeText(file_size)

/** One attached file as it will be sent: the picture or the name, and its size. */
export function FileCard({ file, isPhoto, isPreparing, onView, onRemove }: FileCardProps) {
  const remove = text.remove(file.file_name)
  const isSound = file.file_type.startsWith('audio/')
  const bytes = useFileBytes(
    (isPhoto && !isPreparing && hasPictureType(file)) || isSound ? file : null,
  )
  const problem = usePhotoProblem(isDrawn(file) || isSound ? null : bytes)
  const sound = useObjectUrl(isSound ? bytes : null)
  if (isPhoto) {
    return (
      <>
        <figure className={styles.photo}>
          <button
            type="button"
            className={styles.view}
            aria-label={words.view(file.file_name)}
            onClick={onView}
          >
            <Picture file={file} bytes={bytes} />
          </button>
          <figcaption className={styles.size}>{detailOf(file)}</figcaption>
          {onRemove !== null && (
            <span className={styles.removePhoto}>
              <IconButton label={remove} icon={<CloseIcon />} onClick={onRemove} />
            </span>
          )}
        </figure>
        {problem !== null && (
          <output className={styles.problem}>{text.photoProblem[problem]}</output>
        )}
      </>
    )
  }
  return (
    <div className={styles.file}>
      {isSound ? <AudioIcon /> : <FileIcon />}
      <span className={styles.words}>
        <span dir="auto" className={styles.name}>
          {file.file_name}
        </span>
        <span className={styles.hint}>{detailOf(file)}</span>
        {sound !== null && <AudioPlayer url={sound} name={file.file_name} />}
      </span>
      {onRemove !== null && <IconButton label={remove} icon={<DeleteIcon />} onClick={onRemove} />}
    </div>
  )
}

/** Whether a file is a drawing, which is never dark or blurred. */
const isDrawn = ({ field_type }: FileUploadDoc): boolean =>
  field_type === 'SIGNATURE' || field_type === 'SKETCH'

const hasPictureType = ({ file_type }: FileUploadDoc): boolean => file_type.startsWith('image/')

/** The picture of a file, or an icon if there is none. */
function Picture({ file, bytes }: { file: FileUploadDoc; bytes: Blob | null }) {
  const url = useObjectUrl(bytes)
  const [broken, setBroken] = useState<Blob | null>(null)
  if (url === null) {
    return (
      <span className={styles.noPreview}>
        {hasPictureType(file) ? <ImageIcon /> : <FileIcon />}
      </span>
    )
  }
  // A HEIC photo, which few browsers show, is named.
  return broken === bytes ? (
    <span className={styles.noPreview}>
      <ImageIcon />
      <span dir="auto">{file.file_name}</span>
    </span>
  ) : (
    <img
      src={url}
      alt=""
      className={cx(styles.image, isDrawn(file) && styles.drawn)}
      onError={() => setBroken(bytes)}
    />
  )
}

/** The bytes of a stored file; null while they are read, and when there are none. */
const useFileBytes = (file: Pick<FileUploadDoc, 'id' | 'sha256'> | null): Blob | null => {
  const { db } = useWorkspace()
  const fileId = file?.id ?? null
  // A photo is made smaller in its place.
  const hash = file?.sha256
  const [bytes, setBytes] = useState<Blob | null>(null)
  useEffect(() => {
    if (fileId === null) return undefined
    let isShown = true
    fileBytes(db, fileId).then(
      read => isShown && setBytes(read),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [db, fileId, hash])
  return bytes
}

/** What the surveyor may want to take a photo again for; null while it is judged, and when there is nothing. */
const usePhotoProblem = (bytes: Blob | null): PhotoProblem | null => {
  const [judged, setJudged] = useState<{ bytes: Blob; problem: PhotoProblem | null } | null>(null)
  useEffect(() => {
    if (bytes === null) return undefined
    let isShown = true
    void judgePhoto(bytes).then(problem => isShown && setJudged({ bytes, problem }))
    return () => {
      isShown = false
    }
  }, [bytes])
  return judged?.bytes === bytes ? judged.problem : null
}
