import { useMemo } from 'react'
import { payloadOf, type RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { returnsAt } from '../../../replication/recovery/return-exhausted.ts'
import { useApp } from '../../context.tsx'
import { useInterviewName, type Named } from '../../interviews/use-interview-name.ts'
import { common } from '../../messages/app/common.ts'
import {
  recovery as words,
  recoveryAdvice,
  recoveryCause,
  recoveryKind,
  recoverySaid,
} from '../../messages/submissions/recovery.ts'
import { sync } from '../../messages/device/sync.ts'
import { dateTimeText, relativeTimeWithin } from '../../messages/app/time.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { Button, type ButtonVariant } from '../../ui/actions/button.tsx'
import { CardFacts } from '../../ui/cards/card-head.tsx'
import { EntryActs, EntryCard } from '../../ui/cards/entry-card.tsx'
import { DeleteIcon, DownloadIcon, EditIcon, SyncIcon } from '../../ui/icon.tsx'
import { actsOf, type Act } from './entry-acts.ts'
import styles from './entry-details.module.css'
import { EntryDetails } from './entry-details.tsx'

interface RecoveryCardProps {
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

/** One entry of Recovery: what it is, why it is there, what helps it most; the rest on demand. */
export function RecoveryCard(props: RecoveryCardProps) {
  const { entry, isBusy, onDelete } = props
  const { env } = useApp()
  const submission = useMemo(() => payloadOf(entry).submission, [entry])
  const name = useInterviewName(submission?.answers === undefined ? unnamed : submission)
  const title = entry.kind === 'profile' ? sync.profileTitle : entry.formName || common.untitledForm
  const now = env.clock.now()
  const returns =
    entry.reason === 'exhausted' && entry.kind !== 'profile' ? returnsAt(entry, now) : null
  const [first, ...others] = actsOf(entry)
  return (
    <EntryCard
      title={<bdi>{name || title}</bdi>}
      description={[name !== '' && title, entry.kind !== 'create' && recoveryKind(entry.kind)]
        .filter(Boolean)
        .join(' · ')}
      badge={<State reason={entry.reason} />}
      cause={recoveryCause(entry)}
      act={<ActButton act={first} variant="primary" {...props} />}
      more={common.more}
    >
      <p className={styles.advice}>
        {recoveryAdvice(entry)}{' '}
        {returns !== null && returns > now && words.returns(dateTimeText(returns))}
      </p>
      {entry.message !== '' && recoverySaid(entry.message) !== recoveryCause(entry) && (
        <p className={styles.said}>{recoverySaid(entry.message)}</p>
      )}
      <CardFacts
        facts={[
          entry.created_at !== '' && words.made(dateTimeText(entry.created_at)),
          words.moved(relativeTimeWithin(entry.moved_at, now)),
          entry.file_ids.length > 0 && words.files(entry.file_ids.length),
        ]}
      />
      <EntryDetails entry={entry} />
      <EntryActs>
        {others.map(act => (
          <ActButton key={act} act={act} variant="secondary" {...props} />
        ))}
        <Button variant="secondary" icon={<DeleteIcon />} disabled={isBusy} onClick={onDelete}>
          {words.delete}
        </Button>
      </EntryActs>
    </EntryCard>
  )
}

/** What is said of an entry at a glance. */
function State({ reason }: { reason: RecoveryEntry['reason'] }) {
  switch (reason) {
    case 'draft':
    case 'deleted':
    case 'invalid':
    case 'refused':
      return <Badge kind="failed">{words.refused}</Badge>
    case 'exhausted':
      return <Badge kind="pending">{words.waits}</Badge>
    case 'orphan':
    case 'unreadable':
    case 'migration':
    case 'backup':
      return <Badge kind="pending">{words.notSent}</Badge>
  }
}

interface ActButtonProps extends RecoveryCardProps {
  readonly act: Act
  readonly variant: ButtonVariant
}

function ActButton({ act, variant, isBusy, onTryAgain, onEdit, onExport }: ActButtonProps) {
  switch (act) {
    case 'again':
      return (
        <Button
          variant={variant}
          icon={<SyncIcon />}
          busy={isBusy}
          busyText={words.trying}
          onClick={onTryAgain}
        >
          {common.tryAgain}
        </Button>
      )
    case 'edit':
      return (
        <Button variant={variant} icon={<EditIcon />} disabled={isBusy} onClick={onEdit}>
          {words.edit}
        </Button>
      )
    case 'export':
      return (
        <Button variant={variant} icon={<DownloadIcon />} disabled={isBusy} onClick={onExport}>
          {words.export}
        </Button>
      )
  }
}
