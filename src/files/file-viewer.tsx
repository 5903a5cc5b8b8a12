import { type KeyboardEvent, type TouchEvent, useLayoutEffect, useRef, useState } from 'react'
import { common } from '../messages/app/common.ts'
import { files as words } from '../messages/submissions/submission.ts'
import { buttonClass } from '../ui/actions/button.tsx'
import { CloseIcon, DownloadIcon, NextIcon, OpenOutsideIcon, PreviousIcon } from '../ui/icon.tsx'
import { IconButton } from '../ui/actions/icon-button.tsx'
import { Spinner } from '../ui/status/spinner.tsx'
import { AudioPlayer } from './audio-player.tsx'
import { Preview } from './file-preview.tsx'
import styles from './file-viewer.module.css'
import type { ShownFile } from './shown-files.ts'
import { swipeStep } from './swipe.ts'
import { useShownFile } from './use-shown-file.ts'

/**
 * All files of an answer on the whole screen: arrow keys, buttons or a swipe move, Esc closes (2.submission-detail.3).
 */
export function FileViewer({
  files,
  first,
  onClose,
}: {
  files: readonly ShownFile[]
  first: number
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  const touchedAt = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const file = files[at]

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closed before it leaves the page, because only then does the browser return the focus.
    return () => shown?.close()
  }, [])

  const move = (step: number) => setAt(Math.min(files.length - 1, Math.max(0, at + step)))
  /** In a script from right to left, the next file is to the left. */
  const moveRight = (step: number) => move(dialog.current?.matches(':dir(rtl)') ? -step : step)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') moveRight(1)
    if (event.key === 'ArrowLeft') moveRight(-1)
  }
  const handleTouchEnd = (event: TouchEvent) => {
    const touch = event.changedTouches.item(0)
    const start = touchedAt.current
    touchedAt.current = null
    if (touch === null || start === null) return
    const step = swipeStep(touch.clientX - start.x, touch.clientY - start.y)
    if (step !== 0) moveRight(step)
  }
  if (file === undefined) return null

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys are for the whole viewer
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={words.viewer}
      onKeyDown={handleKey}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.bar}>
        <div className={styles.words} aria-live="polite">
          <p dir="auto" className={styles.name}>
            {file.name}
          </p>
          {files.length > 1 && <p>{words.position(at + 1, files.length)}</p>}
        </div>
        <IconButton label={common.close} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <div
        className={styles.swipe}
        onTouchStart={event => {
          const touch = event.touches.item(0)
          // Two fingers zoom.
          const isOne = touch !== null && event.touches.length === 1
          touchedAt.current = isOne ? { x: touch.clientX, y: touch.clientY } : null
        }}
        onTouchEnd={handleTouchEnd}
      >
        <Shown key={file.key} file={file} />
      </div>
      {files.length > 1 && (
        <footer className={styles.foot}>
          <IconButton
            label={words.previous}
            icon={<PreviousIcon />}
            disabled={at === 0}
            onClick={() => move(-1)}
          />
          <div className={styles.thumbs}>
            {files.map((thumb, place) => (
              <button
                key={thumb.key}
                type="button"
                className={styles.thumb}
                aria-label={words.show(thumb.name)}
                aria-current={place === at}
                onClick={() => setAt(place)}
              >
                <Preview file={thumb} />
              </button>
            ))}
          </div>
          <IconButton
            label={words.next}
            icon={<NextIcon />}
            disabled={at === files.length - 1}
            onClick={() => move(1)}
          />
        </footer>
      )}
    </dialog>
  )
}

/**
 * One file. A picture is shown; any other file is opened, by the device or in a page of its own
 * (2.submission-detail.3).
 */
function Shown({ file }: { file: ShownFile }) {
  const place = useShownFile(file)
  switch (place.kind) {
    case 'reading':
      return (
        <div className={styles.stage}>
          <Spinner large label={words.loading} />
        </div>
      )
    case 'gone':
      return <p className={styles.stage}>{words.gone}</p>
    case 'device':
    case 'server':
      return (
        <div className={styles.stage}>
          {file.isImage ? (
            <Picture place={place} name={file.name} />
          ) : file.isAudio ? (
            <AudioPlayer url={place.url} name={file.name} />
          ) : (
            <Open place={place} name={file.name} />
          )}
        </div>
      )
  }
}

/** What a file that is here or on the server needs to be shown. */
interface Placed {
  readonly place: { readonly kind: 'device' | 'server'; readonly url: string }
  readonly name: string
}

/** Opens a file outside of the app. */
function Open({ place, name }: Placed) {
  return place.kind === 'device' ? (
    // A download and not a page, because an unchecked file must not run as a page of this app.
    <a className={buttonClass()} href={place.url} download={name}>
      <DownloadIcon />
      {words.open}
    </a>
  ) : (
    <a className={buttonClass()} href={place.url} target="_blank" rel="noopener noreferrer">
      <OpenOutsideIcon />
      {words.open}
    </a>
  )
}

/** The photos of iPhones, which few browsers show. */
const isHeic = (name: string): boolean => /\.hei[cf]s?$/i.test(name)

/** A picture. One that this browser cannot show can be opened; another one is not available now. */
function Picture({ place, name }: Placed) {
  const [isBroken, setBroken] = useState(false)
  if (!isBroken) {
    return (
      <img
        className={styles.image}
        src={place.url}
        alt={name}
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    )
  }
  return place.kind === 'device' || isHeic(name) ? (
    <div className={styles.notShown}>
      <p>{words.notShown(name)}</p>
      <Open place={place} name={name} />
    </div>
  ) : (
    <p>{words.unreachable(name)}</p>
  )
}
