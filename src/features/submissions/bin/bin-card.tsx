import { useEffect, useId, useState } from 'react'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { staysInBin, binMs } from '../../../../collections/writes/write-bin.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { bin as words, binReason } from '../../../messages/submissions/bin.ts'
import { common } from '../../../messages/app/common.ts'
import { placeText } from '../../../messages/interview/place.ts'
import { recovery } from '../../../messages/submissions/recovery.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { Badge } from '../../../ui/status/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { CardFacts, CardHead } from '../../../ui/cards/card-head.tsx'
import { ListCard } from '../../../ui/cards/card.tsx'
import { DeleteIcon, RestoreIcon } from '../../../ui/icon.tsx'
import { SubmissionAnswers } from '../detail/submission-answers.tsx'
import styles from './bin-card.module.css'

interface BinCardProps {
  readonly submission: SubmissionDoc
  /** Whether one of its actions is running. */
  readonly isBusy: boolean
  readonly onRestore: () => void
  readonly onDelete: () => void
}

/** Whether a submission stays until the surveyor deletes it. */
const useStays = (submission: SubmissionDoc): boolean => {
  const { db } = useWorkspace()
  const [stays, setStays] = useState(false)
  useEffect(() => {
    // It fails only while the database is closing.
    staysInBin(db, submission).then(setStays, () => {})
  }, [db, submission])
  return stays
}

/** One submission in the bin: what it was, when and why it was deleted, how long it is kept, and its actions. */
export function BinCard({ submission, isBusy, onRestore, onDelete }: BinCardProps) {
  const { env } = useApp()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { binned, created_at, files } = submission
  const form = submission.formName || common.untitledForm
  const name = useInterviewName(submission)
  const stays = useStays(submission)
  return (
    <ListCard aria-labelledby={id}>
      <CardHead
        id={id}
        title={<bdi>{name || form}</bdi>}
        description={name === '' ? undefined : form}
        badge={binned !== undefined && <Badge kind="neutral">{binReason(binned.reason)}</Badge>}
      />
      <CardFacts
        facts={[
          created_at !== '' && words.made(dateTimeText(created_at)),
          placeText(submission),
          binned !== undefined && words.binned(dateTimeText(binned.at)),
          files.length > 0 && recovery.files(files.length),
        ]}
      />
      <p className={styles.left}>
        {stays ? words.stays : words.daysLeft(daysLeft(submission, env.clock.now()))}
      </p>
      <div className={styles.more}>
        <Button variant="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </Button>
      </div>
      {isOpen && <SubmissionAnswers submission={submission} />}
      <div className={styles.actions}>
        <Button icon={<RestoreIcon />} busy={isBusy} busyText={words.restoring} onClick={onRestore}>
          {words.restore}
        </Button>
        <Button variant="quiet" icon={<DeleteIcon />} disabled={isBusy} onClick={onDelete}>
          {words.delete}
        </Button>
      </div>
    </ListCard>
  )
}

const dayMs = 24 * 60 * 60_000

/** How many days a submission stays in the bin, counting the one that has begun; 0 when it is over. */
const daysLeft = ({ binned }: Pick<SubmissionDoc, 'binned'>, nowMs: number): number =>
  Math.min(binMs / dayMs, Math.max(0, Math.ceil(((binned?.at ?? nowMs) + binMs - nowMs) / dayMs)))
