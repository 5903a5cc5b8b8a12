import { useState } from 'react'
import { AudioIcon, FileIcon, ImageIcon } from '../ui/icon.tsx'
import styles from './file-preview.module.css'
import type { ShownFile } from './shown-files.ts'
import { useShownFile } from './use-shown-file.ts'

/** The picture of a file, or its name if it is not a picture. */
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
      {file.isAudio ? <AudioIcon /> : file.isImage ? <ImageIcon /> : <FileIcon />}
      {file.name}
    </span>
  )
}
