import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { files as text } from '../../../messages/interview/fill.ts'
import { useObjectUrl } from '../../../lib/hooks/use-object-url.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { CloseIcon, DeleteIcon, FileIcon, ImageIcon } from '../../../ui/icon.tsx'
import { sizeText } from './file-rules.ts'
import { useFileBytes } from './use-file-bytes.ts'
import styles from './files-input.module.css'

interface FileCardProps {
  readonly file: FileUploadDoc
  readonly isPhoto: boolean
  /** null for a file that cannot be taken back, because the server has it. */
  readonly onRemove: (() => void) | null
}

const detailOf = ({ file_size, sync_status }: FileUploadDoc): string =>
  sync_status === 'synced' ? `${text.sent} · ${sizeText(file_size)}` : sizeText(file_size)

/** One attached file as it will be sent: the picture or the name, and its size. */
export function FileCard({ file, isPhoto, onRemove }: FileCardProps) {
  const remove = text.remove(file.file_name)
  if (isPhoto) {
    return (
      <figure className={styles.photo}>
        <Preview file={file} />
        <figcaption className={styles.size}>{detailOf(file)}</figcaption>
        {onRemove !== null && (
          <span className={styles.removePhoto}>
            <IconButton label={remove} icon={<CloseIcon />} onClick={onRemove} />
          </span>
        )}
      </figure>
    )
  }
  return (
    <div className={styles.file}>
      <FileIcon />
      <span className={styles.words}>
        <span className={styles.name}>{file.file_name}</span>
        <span className={styles.hint}>{detailOf(file)}</span>
      </span>
      {onRemove !== null && <IconButton label={remove} icon={<DeleteIcon />} onClick={onRemove} />}
    </div>
  )
}

/** A drawing has its edges where the lines are, so it is shown whole. */
const isDrawn = ({ field_type }: FileUploadDoc): boolean =>
  field_type === 'SIGNATURE' || field_type === 'SKETCH'

/** Shows a file that claims to be a picture but is not one as an icon. */
function Preview({ file }: { file: FileUploadDoc }) {
  const isPicture = file.file_type.startsWith('image/')
  const url = useObjectUrl(useFileBytes(isPicture ? file.id : null))
  return url === null ? (
    <span className={styles.noPreview}>{isPicture ? <ImageIcon /> : <FileIcon />}</span>
  ) : (
    <img
      src={url}
      alt={file.file_name}
      className={cx(styles.image, isDrawn(file) && styles.drawn)}
    />
  )
}
