import { useMemo, useState } from 'react'
import { waitingItems } from '../../../collections/queries.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { RefusalKind } from '../../../collections/schemas/refusal.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { useInterviewName } from '../../interviews/use-interview-name.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLive, useLiveDoc } from '../../lib/hooks/use-live.ts'
import { recoveryKind } from '../../messages/submissions/recovery.ts'
import { sync as words } from '../../messages/device/sync.ts'
import { relativeTime } from '../../messages/app/time.ts'
import { href } from '../../routes.ts'
import { Button } from '../../ui/actions/button.tsx'
import { factsLine } from '../../ui/cards/facts.tsx'
import styles from './pending-card.module.css'

/** How many items are named; the lists show the others. */
const mostShown = 30

/** The waiting items of one survey, each with its name and what the server must do: create, change or delete. */
export function WaitingList({ formId }: { formId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.waiting}>
      <Button variant="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hideWaiting : words.showWaiting}
      </Button>
      {isOpen && <Items formId={formId} />}
    </div>
  )
}

function Items({ formId }: { formId: string }) {
  const { docs } = useLive(useMemo(() => waitingItems(formId, mostShown), [formId]))
  return (
    <ul className={styles.items}>
      {docs.map(item => (
        <li key={item.id}>
          <Item item={item.toMutableJSON()} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item }: { item: OutboxDoc }) {
  const { env } = useApp()
  const { db } = useWorkspace()
  const doc = useLiveDoc(db, 'submissions', item.submission_id)
  const submission = (doc?.toMutableJSON() ?? null) as SubmissionDoc | null
  const kind = recoveryKind(kindOf(item, submission))
  const when = relativeTime(item.timestamp, env.clock.now())
  const canOpen = submission !== null && submission.hidden === 0
  return (
    <>
      {submission !== null && <Name submission={submission} isLink={canOpen} />}
      <span className={styles.kind}>{factsLine([kind, when])}</span>
    </>
  )
}

function Name({ submission, isLink }: { submission: SubmissionDoc; isLink: boolean }) {
  const name = useInterviewName(submission)
  if (name === '') return null
  if (!isLink) return <bdi className={styles.name}>{name}</bdi>
  return (
    <Link
      className={styles.name}
      to={href('submission', { id: submission.server_id || submission.id })}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** What the server must do with a submission in its current state. */
const kindOf = (
  { type }: Pick<OutboxDoc, 'type'>,
  submission: Pick<SubmissionDoc, 'hidden' | 'server_id'> | null,
): RefusalKind => {
  if (type === 'FILE_UPLOAD') return 'files'
  if (submission?.hidden === 1) return 'delete'
  return submission === null || submission.server_id === '' ? 'create' : 'edit'
}
