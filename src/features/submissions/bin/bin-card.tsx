import { useEffect, useState } from 'react'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { staysInBin, binMs } from '../../../../collections/writes/write-bin.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { bin as words, binReason } from '../../../messages/submissions/bin.ts'
import { common } from '../../../messages/app/common.ts'
import { placeText } from '../../../messages/interview/place.ts'
import { recovery } from '../../../messages/submissions/recovery.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CardFacts } from '../../../ui/cards/card-head.tsx'
import { EntryActs, EntryCard } from '../../../ui/cards/entry-card.tsx'
import { factsLine } from '../../../ui/cards/facts.tsx'
import { DeleteIcon, RestoreIcon } from '../../../ui/icon.tsx'
import { SubmissionAnswers } from '../detail/submission-answers.tsx'

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

/** One submission in the bin: why it is there, how long it is kept, and its way back; the rest on demand. */
export function BinCard({ submission, isBusy, onRestore, onDelete }: BinCardProps) {
  const { env } = useApp()
  const { binned, created_at, files } = submission
  const form = submission.formName || common.untitledForm
  const name = useInterviewName(submission)
  const stays = useStays(submission)
  return (
    <EntryCard
      title={<bdi>{name || form}</bdi>}
      description={name === '' ? undefined : form}
      cause={factsLine([
        binned !== undefined && binReason(binned.reason),
        stays ? words.stays : words.daysLeft(daysLeft(submission, env.clock.now())),
      ])}
      act={
        <Button
          variant="secondary"
          icon={<RestoreIcon />}
          busy={isBusy}
          busyText={words.restoring}
          onClick={onRestore}
        >
          {words.restore}
        </Button>
      }
      more={common.more}
    >
      <CardFacts
        facts={[
          created_at !== '' && words.made(dateTimeText(created_at)),
          placeText(submission),
          binned !== undefined && words.binned(dateTimeText(binned.at)),
          files.length > 0 && recovery.files(files.length),
        ]}
      />
      <SubmissionAnswers submission={submission} />
      <EntryActs>
        <Button variant="secondary" icon={<DeleteIcon />} disabled={isBusy} onClick={onDelete}>
          {words.delete}
        </Button>
      </EntryActs>
    </EntryCard>
  )
}

const dayMs = 24 * 60 * 60_000

/** How many days a submission stays in the bin, the begun one included; 0 on the last. */
const daysLeft = ({ binned }: Pick<SubmissionDoc, 'binned'>, nowMs: number): number => {
  const left = ((binned?.at ?? nowMs) + binMs - nowMs) / dayMs
  return left < 1 ? 0 : Math.min(binMs / dayMs, Math.ceil(left))
}
