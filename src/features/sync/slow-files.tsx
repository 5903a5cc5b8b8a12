import { useMemo } from 'react'
import { waitingItems } from '../../../collections/queries.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { failureMessage, noAnswer } from '../../../replication/http/failure.ts'
import { useWorkspace } from '../../context.tsx'
import { useLive, useLiveDoc } from '../../lib/hooks/use-live.ts'
import { sync as words } from '../../messages/device/sync.ts'
import styles from './pending-card.module.css'

/** How many waiting items are looked at. */
const mostSearched = 50

/** The file of an item that went alone and did not arrive in the time of its request; null for none. */
const tooSlowFile = ({ type, lastError, payload }: OutboxDoc): string | null => {
  const { fileIds } = payload
  const isLate = type === 'FILE_UPLOAD' && lastError === failureMessage(noAnswer('timeout'))
  if (!isLate || !Array.isArray(fileIds) || fileIds.length !== 1) return null
  return String(fileIds[0])
}

/** Names the files of one survey that this network does not carry in time, with what helps. */
export function SlowFiles({ formId }: { formId: string }) {
  const { docs } = useLive(useMemo(() => waitingItems(formId, mostSearched), [formId]))
  return docs.map(doc => {
    const fileId = tooSlowFile(doc.toMutableJSON())
    return fileId === null ? null : <SlowFile key={fileId} fileId={fileId} />
  })
}

function SlowFile({ fileId }: { fileId: string }) {
  const { db } = useWorkspace()
  const name = useLiveDoc(db, 'file_uploads', fileId)?.file_name
  return name === undefined ? null : <p className={styles.slow}>{words.tooSlow(name)}</p>
}
