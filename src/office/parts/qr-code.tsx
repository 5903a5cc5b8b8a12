import { useEffect, useState } from 'react'
import styles from './parts.module.css'

/** A text as a QR code. Its library is loaded with the first one, because few screens show any. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void import('qr').then(({ encodeQR }) => {
      if (isShown) setPicture(`data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg'))}`)
    })
    return () => {
      isShown = false
    }
  }, [text])
  return picture === null ? (
    <span className={styles.qr} />
  ) : (
    <img src={picture} alt={label} className={styles.qr} />
  )
}
