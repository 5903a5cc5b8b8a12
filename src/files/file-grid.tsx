import { useState } from 'react'
import { files as words } from '../messages/submissions/submission.ts'
import { cx } from '../ui/cx.ts'
import styles from './file-grid.module.css'
import { FileViewer } from './file-viewer.tsx'
import { Preview } from './file-preview.tsx'
import type { ShownFile } from './shown-files.ts'

/** How many are shown before '+N more'. */
const shownAtOnce = 4

/** An answer's files in a row; pressing one opens the viewer (2.submission-detail.3). */
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
