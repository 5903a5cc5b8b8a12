import { useState } from 'react'
import { files as words } from '../../../messages/submission.ts'
import { cx } from '../../../ui/cx.ts'
import { FileIcon } from '../../../ui/icon.tsx'
import styles from './file-grid.module.css'
import { FileViewer } from './file-viewer.tsx'
import type { ShownFile } from './files.ts'
import { useShownFile } from './use-shown-file.ts'

/** So many are shown before '+N more'. */
const shownAtOnce = 4

/** An answer's files, one beside another; any of them opens the viewer (2.submission-detail.3). */
export function FileGrid({ files }: { files: readonly ShownFile[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const hidden = files.length - shownAtOnce
  return (
    <>
      <div className={cx(styles.grid, files.length > 1 && styles.two)}>
        {files.slice(0, shownAtOnce).map((file, at) => (
          <button
            key={file.key}
            type="button"
            className={styles.cell}
            aria-label={words.view(file.name)}
            onClick={() => setOpen(at)}
          >
            <Preview file={file} />
            {hidden > 0 && at === shownAtOnce - 1 && (
              <span className={styles.more}>{words.more(hidden)}</span>
            )}
          </button>
        ))}
      </div>
      {files.length > 1 && (
        <button type="button" className={styles.all} onClick={() => setOpen(0)}>
          {words.viewAll(files.length)}
        </button>
      )}
      {open !== null && <FileViewer files={files} first={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** A picture of a file where it is one, else its name. */
export function Preview({ file }: { file: ShownFile }) {
  const place = useShownFile(file)
  const [isBroken, setBroken] = useState(false)
  const isShown = file.isImage && !isBroken && (place.kind === 'device' || place.kind === 'server')
  return isShown ? (
    <img
      className={styles.image}
      src={place.url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  ) : (
    <span className={styles.name}>
      <FileIcon />
      {file.name}
    </span>
  )
}
