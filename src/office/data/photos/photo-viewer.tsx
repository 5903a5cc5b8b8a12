import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NextIcon, PreviousIcon } from '../../../ui/icon.tsx'
import { addressOf } from '../../office-api.ts'
import { useOffice } from '../../office-context.tsx'
import styles from './photo-viewer.module.css'
import type { Photo } from './photos.ts'

/** Photos in full size, one at a time: the arrows lead to the others, Esc closes. */
export function PhotoViewer({
  photos,
  first,
  onClose,
}: {
  photos: readonly Photo[]
  first: number
  onClose: () => void
}) {
  const { words, language } = useOffice()
  const [at, setAt] = useState(first)
  const photo = photos[at]
  const stage = useRef<HTMLDivElement>(null)
  const { length } = photos
  const go = (by: number) => setAt(place => Math.min(length - 1, Math.max(0, place + by)))
  const forward = language === 'ar' ? -1 : 1
  useEffect(() => {
    const dialog = stage.current?.closest('dialog')
    const press = ({ key }: KeyboardEvent) => {
      const by = key === 'ArrowRight' ? forward : key === 'ArrowLeft' ? -forward : 0
      if (by !== 0) setAt(place => Math.min(length - 1, Math.max(0, place + by)))
    }
    dialog?.addEventListener('keydown', press)
    return () => dialog?.removeEventListener('keydown', press)
  }, [forward, length])
  if (photo === undefined) return null
  return (
    <Dialog
      open
      title={<bdi>{photo.label}</bdi>}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        photos.length > 1 && (
          <div className={styles.bar}>
            <Button
              variant="secondary"
              size="s"
              icon={<PreviousIcon />}
              softDisabled={at === 0}
              onClick={() => go(-1)}
            >
              {words.photos.previous}
            </Button>
            <output>{words.photos.place(at + 1, photos.length)}</output>
            <Button
              variant="secondary"
              size="s"
              icon={<NextIcon />}
              softDisabled={at === photos.length - 1}
              onClick={() => go(1)}
            >
              {words.photos.next}
            </Button>
          </div>
        )
      }
    >
      <div ref={stage} className={styles.stage}>
        <a href={addressOf('file', { id: photo.id })} target="_blank" rel="noreferrer">
          <img
            key={photo.id}
            className={styles.photo}
            src={addressOf('file', { id: photo.id })}
            alt={`${photo.label}: ${photo.name}`}
          />
        </a>
      </div>
    </Dialog>
  )
}
