/*
 * The only door to react-easy-crop. Its styles are imported as a file, because a strict content policy forbids injected
 * ones.
 */
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useToaster } from '../../lib/toaster.ts'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'
import { cropRotation, cropZoom } from '../../limits.ts'
import { pictureEditor as words } from '../../messages/account/profile.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import styles from './avatar-crop.module.css'
import { cropToJpeg, type Area } from './crop.ts'

/** 'Edit Profile Picture': crops to a circle, with zoom and rotation; returns a JPEG (2.profile.2). */
export function AvatarCrop({
  file,
  onPicture,
  onClose,
}: {
  file: File
  onPicture: (picture: Blob) => void
  onClose: () => void
}) {
  const toaster = useToaster()
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(cropZoom.min)
  const [rotation, setRotation] = useState(0)
  const [area, setArea] = useState<Area | null>(null)
  const [isBusy, setBusy] = useState(false)

  const save = async () => {
    if (area === null) return
    setBusy(true)
    try {
      onPicture(await cropToJpeg(file, area, rotation))
    } catch {
      toaster.error(words.failed)
      onClose()
    }
  }

  return (
    <Dialog
      open
      title={words.title}
      dismissible={!isBusy}
      onClose={onClose}
      actions={
        <>
          <Button full disabled={area === null} busy={isBusy} onClick={() => void save()}>
            {words.save}
          </Button>
          <Button full variant="quiet" disabled={isBusy} onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        {url !== null && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            rotation={rotation}
            aspect={1}
            cropShape="round"
            showGrid={false}
            minZoom={cropZoom.min}
            maxZoom={cropZoom.max}
            disableAutomaticStylesInjection
            // It takes the focus, so a screen reader must have a name for it.
            cropperProps={{ role: 'group', 'aria-label': words.area }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onRotationChange={setRotation}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <Slider
        label={words.zoom}
        {...cropZoom}
        value={zoom}
        valueText={words.zoomText(zoom)}
        onChange={setZoom}
      />
      <Slider
        label={words.rotate}
        {...cropRotation}
        value={rotation}
        valueText={words.rotateText(rotation)}
        onChange={setRotation}
      />
    </Dialog>
  )
}
