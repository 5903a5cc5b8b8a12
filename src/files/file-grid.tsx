import { useState } from 'react'
import { files as words } from '../messages/submissions/submission.ts'
import { cx } from '../ui/cx.ts'
import { Spinner } from '../ui/status/spinner.tsx'
import { AudioPlayer } from './audio-player.tsx'
import styles from './file-grid.module.css'
import { FileViewer } from './file-viewer.tsx'
import { Preview } from './file-preview.tsx'
import type { ShownFile } from './shown-files.ts'
import { useShownFile } from './use-shown-file.ts'

/** How many files are shown before '+N more'. */
const shownAtOnce = 4

/** An answer's files in a row; pressing one opens the viewer (2.submission-detail.3). */
export function FileGrid({ files }: { files: readonly ShownFile[] }) {
  const recordings = files.filter(({ isAudio }) => isAudio)
  const others = files.filter(({ isAudio }) => !isAudio)
  return (
    <>
      {recordings.map(file => (
        <Played key={file.key} file={file} />
      ))}
      {others.length > 0 && <Cells files={others} />}
    </>
  )
}

/** A recording with the controls to play it. */
function Played({ file }: { file: ShownFile }) {
  const place = useShownFile(file)
  switch (place.kind) {
    case 'reading':
      return <Spinner label={words.loading} />
    case 'gone':
      return <p>{words.gone}</p>
    case 'device':
    case 'server':
      return <AudioPlayer url={place.url} name={file.name} />
  }
}

function Cells({ files }: { files: readonly ShownFile[] }) {
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
