import { useState } from 'react'
import { useWorkspace } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { lowStorage as words } from '../../messages/device/storage-care.ts'
import { storageText } from '../../messages/device/storage.ts'
import type { Room } from '../../storage/storage-guard.ts'
import { CloseIcon, StorageIcon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import styles from './storage-banner.module.css'

/**
 * Warns that the device is getting full while the surveyor can still act. Once dismissed, it returns only if space was
 * freed in between.
 */
export function StorageBanner() {
  const { guard } = useWorkspace()
  const room = useStream<Room | null>(guard.room$, null)
  if (room === null || !room.isLow) return null
  const free = Math.max(0, room.quotaBytes - room.usedBytes)
  return <StorageMessage text={room.isFull ? words.full : words.text(storageText(free))} />
}

function StorageMessage({ text }: { text: string }) {
  const [isShown, setShown] = useState(true)
  if (!isShown) return null
  return (
    <output className={styles.banner}>
      <StorageIcon />
      <p>{text}</p>
      <IconButton label={words.dismiss} icon={<CloseIcon />} onClick={() => setShown(false)} />
    </output>
  )
}
