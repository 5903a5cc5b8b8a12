import { useState } from 'react'
import { reviewOf } from '../../../collections/interview/review.ts'
import { correctionCount, submissionsToCorrect } from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLive, useLiveCount } from '../../lib/hooks/use-live.ts'
import { shownDrafts } from '../../limits.ts'
import { common } from '../../messages/app/common.ts'
import { home } from '../../messages/start/home.ts'
import { review as words } from '../../messages/submissions/review.ts'
import { href } from '../../routes.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { factsLine } from '../../ui/cards/facts.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { ChatIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { useInterviewName } from '../use-interview-name.ts'

const everyOne = 1000
const few = submissionsToCorrect(shownDrafts)
const all = submissionsToCorrect(everyOne)

/** The submissions that the office asks to correct; nothing without any. */
export function ToCorrect() {
  const { db } = useWorkspace()
  const [isWhole, setWhole] = useState(false)
  const count = useLiveCount(db, correctionCount) ?? 0
  const { docs } = useLive(isWhole ? all : few)
  if (docs.length === 0) return null
  return (
    <Stack>
      <SectionHeading>{words.toCorrect(Math.max(count, docs.length))}</SectionHeading>
      <Card flush>
        <List>
          {docs.map(doc => (
            <li key={doc.id}>
              <Row submission={doc.toJSON() as SubmissionDoc} />
            </li>
          ))}
        </List>
      </Card>
      {count > docs.length && (
        <Button variant="quiet" full onClick={() => setWhole(true)}>
          {home.showAll(count)}
        </Button>
      )}
    </Stack>
  )
}

function Row({ submission }: { submission: SubmissionDoc }) {
  const name = useInterviewName(submission)
  const form = submission.formName || common.untitledForm
  const last = reviewOf(submission)
    ?.comments.filter(({ by }) => by === 'office')
    .at(-1)
  return (
    <Link to={href('submission', { id: submission.id, edit: 'true' })} className={listRowClass()}>
      <ListRowBody
        leads
        start={<ChatIcon />}
        title={<bdi>{name || form}</bdi>}
        detail={factsLine([name !== '' && form, last?.text ?? false])}
      />
    </Link>
  )
}
