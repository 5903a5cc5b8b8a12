import { lazy, Suspense, useRef, useState } from 'react'
import { loadOnce } from '../../../replication/http/load-once.ts'
import { useToaster } from '../../lib/toaster.ts'
import { imageMaxBytes } from '../../limits.ts'
import { pictureEditor, profile as words } from '../../messages/account/profile.ts'
import { Avatar } from '../../ui/cards/avatar.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { CameraIcon } from '../../ui/icon.tsx'
import styles from './picture-picker.module.css'

const importEditor = async () => ({ default: (await import('./avatar-crop.tsx')).AvatarCrop })

const AvatarCrop = lazy(importEditor)

const loadEditor = loadOnce(importEditor)

/** The current picture, and the button that chooses another. */
export function PicturePicker({
  name,
  sources,
  onPicture,
}: {
  name: string
  sources: readonly (string | null)[]
  onPicture: (picture: Blob) => void
}) {
  const toaster = useToaster()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)

  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    if (!file.type.startsWith('image/')) return toaster.error(pictureEditor.notImage)
    if (file.size > imageMaxBytes) return toaster.error(pictureEditor.tooLarge(file.name))
    // A script that is missing would end the screen, and what was typed in it.
    if ((await loadEditor()) === null) return toaster.error(pictureEditor.notHere)
    setChosen(file)
  }

  return (
    <div className={styles.picker}>
      <Avatar sources={sources} name={name} alt={words.picture} size="xl" />
      <Button
        variant="secondary"
        size="s"
        icon={<CameraIcon />}
        onClick={() => input.current?.click()}
      >
        {words.changePicture}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={words.changePicture}
        onChange={event => {
          void choose(event.target.files?.[0])
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      {chosen !== null && (
        <Suspense fallback={null}>
          <AvatarCrop
            file={chosen}
            onClose={() => setChosen(null)}
            onPicture={picture => {
              setChosen(null)
              onPicture(picture)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
