import { useId, useMemo, useState } from 'react'
import { payloadOf, type RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { returnsAt } from '../../../replication/recovery/return-exhausted.ts'
import { useApp } from '../../context.tsx'
import { useInterviewName, type Named } from '../../interviews/use-interview-name.ts'
import { common } from '../../messages/app/common.ts'
import {
  recovery as words,
  recoveryAdvice,
  recoveryKind,
  recoveryReason,
  recoverySaid,
} from '../../messages/submissions/recovery.ts'
import { sync } from '../../messages/device/sync.ts'
import { dateTimeText, relativeTimeWithin } from '../../messages/app/time.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { CardFacts, CardHead } from '../../ui/cards/card-head.tsx'
import { ListCard } from '../../ui/cards/card.tsx'
import { DeleteIcon, DownloadIcon, EditIcon, SyncIcon } from '../../ui/icon.tsx'
import styles from './entry-card.module.css'
import { canEdit, canReturn } from './entry-contents.ts'
import { EntryDetails } from './entry-details.tsx'

interface EntryCardProps {
  readonly entry: RecoveryEntry
  /** Whether one of its actions is running. */
  readonly isBusy: boolean
  readonly onTryAgain: () => void
  readonly onEdit: () => void
  readonly onExport: () => void
  readonly onDelete: () => void
}

/** Stands for no interview, for entries of the profile and for those without their submission. */
const unnamed: Named = { form_id: '', definition_hash: '', answers: {} }

/** One entry of Recovery: what it is, why it is there, what to do next, and its actions. */
export function EntryCard(props: EntryCardProps) {
  const { entry, isBusy, onTryAgain, onEdit, onExport, onDelete } = props
  const { env } = useApp()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const submission = useMemo(() => payloadOf(entry).submission, [entry])
  const name = useInterviewName(submission?.answers === undefined ? unnamed : submission)
  const title = entry.kind === 'profile' ? sync.profileTitle : entry.formName || common.untitledForm
  const now = env.clock.now()
  const returns =
    entry.reason === 'exhausted' && entry.kind !== 'profile' ? returnsAt(entry, now) : null
  return (
    <ListCard aria-labelledby={id}>
      <CardHead
        id={id}
        title={<bdi>{name || title}</bdi>}
        description={name === '' ? undefined : title}
        badge={<Badge kind="failed">{recoveryKind(entry.kind)}</Badge>}
      />
      <p className={styles.reason}>{recoveryReason(entry)}</p>
      {entry.message !== '' && <p className={styles.said}>{recoverySaid(entry.message)}</p>}
      <p className={styles.advice}>
        {recoveryAdvice(entry)}{' '}
        {returns !== null && returns > now && words.returns(dateTimeText(returns))}
      </p>
      <CardFacts
        facts={[
          entry.created_at !== '' && words.made(dateTimeText(entry.created_at)),
          words.moved(relativeTimeWithin(entry.moved_at, now)),
          entry.file_ids.length > 0 && words.files(entry.file_ids.length),
        ]}
      />
      <div className={styles.more}>
        <Button variant="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </Button>
      </div>
      {isOpen && <EntryDetails entry={entry} />}
      <div className={styles.actions}>
        {canReturn(entry) && (
          <Button icon={<SyncIcon />} busy={isBusy} busyText={words.trying} onClick={onTryAgain}>
            {common.tryAgain}
          </Button>
        )}
        {canEdit(entry) && (
          <Button variant="secondary" icon={<EditIcon />} disabled={isBusy} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        <Button variant="secondary" icon={<DownloadIcon />} disabled={isBusy} onClick={onExport}>
          {words.export}
        </Button>
        <Button variant="quiet" icon={<DeleteIcon />} disabled={isBusy} onClick={onDelete}>
          {words.delete}
        </Button>
      </div>
    </ListCard>
  )
}
