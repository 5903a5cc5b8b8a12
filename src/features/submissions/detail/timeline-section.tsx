import { useMemo } from 'react'
import { submissionItemId } from '../../../../collections/ids.ts'
import { filesOf } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../../context.tsx'
import { useLive, useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { timeline as words } from '../../../messages/submissions/submission.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { Card } from '../../../ui/cards/card.tsx'
import {
  AttachIcon,
  ClockIcon,
  EditIcon,
  SaveIcon,
  SyncedIcon,
  WarningIcon,
} from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import styles from './timeline-section.module.css'
import { timelineOf } from './timeline.ts'

const icons = {
  saved: SaveIcon,
  tried: WarningIcon,
  arrived: SyncedIcon,
  file: AttachIcon,
  waiting: ClockIcon,
  changed: EditIcon,
}

/** How a submission of this device reached the server: saved, tried, received, each file. */
export function TimelineSection({
  submission,
}: {
  submission: Pick<SubmissionDoc, 'id' | 'history'>
}) {
  const { db } = useWorkspace()
  const item = useLiveDoc(db, 'outbox', submissionItemId(submission.id))
  const files = useLive(filesOf(submission.id)).docs
  const lines = useMemo(
    () => timelineOf(submission.history, item?.history ?? [], files),
    [submission.history, item, files],
  )
  // Another device's submission has no history here.
  if (lines.length === 0) return null
  return (
    <Stack>
      <SectionHeading>{words.title}</SectionHeading>
      <Card>
        <ol className={styles.lines}>
          {lines.map(({ key, kind, text, at }) => {
            const Icon = icons[kind]
            return (
              <li key={key} className={styles.line} data-kind={kind}>
                <Icon />
                <span className={styles.words}>{text}</span>
                {at !== null && (
                  <time className={styles.time} dateTime={new Date(at).toISOString()}>
                    {dateTimeText(at)}
                  </time>
                )}
              </li>
            )
          })}
        </ol>
      </Card>
    </Stack>
  )
}
