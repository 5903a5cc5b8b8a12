import { useMemo, useState } from 'react'
import type { RecoveryDoc } from '../../../collections/recovery.ts'
import { useApp } from '../../context.tsx'
import { DownloadLink } from '../../lib/download-link.tsx'
import { common } from '../../messages/common.ts'
import { recovery as words, recoveryKind, recoveryReason } from '../../messages/recovery.ts'
import { dateTimeText, relativeTime } from '../../messages/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, DownloadIcon } from '../../ui/icon.tsx'
import styles from './entry-card.module.css'
import { entryToFile } from './export-entry.ts'

/** One piece of work in Recovery: what, why, and what can be done with it. */
export function EntryCard({ entry, onDelete }: { entry: RecoveryDoc; onDelete: () => void }) {
  const { env } = useApp()
  const [isOpen, setOpen] = useState(false)
  const file = useMemo(() => entryToFile(entry), [entry])
  const titleId = `entry-${entry.id}`
  return (
    <Card aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {entry.formName || common.untitledForm}
        </h2>
        <Badge kind="failed">{recoveryKind(entry.kind)}</Badge>
      </div>
      <p className={styles.reason}>{recoveryReason(entry.reason)}</p>
      {entry.message !== '' && <p className={styles.said}>{words.serverSaid(entry.message)}</p>}
      <p className={styles.facts}>
        {[
          entry.created_at !== '' && words.made(dateTimeText(entry.created_at)),
          words.moved(relativeTime(entry.moved_at, env.clock.now())),
          entry.file_ids.length > 0 && words.files(entry.file_ids.length),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Button variant="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hide : words.show}
      </Button>
      {isOpen && (
        // Scrolls sideways, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} className={styles.payload}>
          {JSON.stringify(entry.payload, null, 2)}
        </pre>
      )}
      <div className={styles.actions}>
        <DownloadLink blob={file.blob} fileName={file.name} variant="secondary">
          <DownloadIcon />
          {words.export}
        </DownloadLink>
        <Button variant="quiet" icon={<DeleteIcon />} onClick={onDelete}>
          {words.delete}
        </Button>
      </div>
    </Card>
  )
}
