import { useMemo, useState } from 'react'
import { unfinishedInterviewCount, unfinishedInterviews } from '../../collections/queries.ts'
import { draftsOf, type DraftDoc } from '../../collections/interview/drafts.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { WaitingForm } from '../../collections/waiting-forms.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { Link } from '../lib/navigation/navigation.ts'
import { useEntries } from '../lib/hooks/use-entries.ts'
import { useLive, useLiveCount } from '../lib/hooks/use-live.ts'
import { useStream } from '../lib/hooks/use-stream.ts'
import { longWaitMs, shownDrafts } from '../limits.ts'
import { home as words } from '../messages/start/home.ts'
import { relativeTimeWithin } from '../messages/app/time.ts'
import { href } from '../routes.ts'
import { Button } from '../ui/actions/button.tsx'
import { Card } from '../ui/cards/card.tsx'
import { PendingIcon, RecoveryIcon } from '../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../ui/cards/list-row.tsx'
import { Stack } from '../ui/pages/page.tsx'
import { SectionHeading } from '../ui/pages/section-heading.tsx'
import { watchWaitingForms } from '../workspace/watch-waiting.ts'
import { ToCorrect } from './corrections/to-correct.tsx'
import { NextInterview } from './next-interview.tsx'
import { UnfinishedRow } from './unfinished-row.tsx'

/**
 * The top of the home screens: what is to be corrected, unfinished interviews, what needs attention, and a shortcut to the next interview;
 * without it where `startsHere` is false, because the screen itself starts interviews.
 */
export function HomeSection({ startsHere = true }: { startsHere?: boolean }) {
  return (
    <>
      <ToCorrect />
      <Unfinished />
      <NeedsYou />
      {startsHere && <NextInterview />}
    </>
  )
}

const everyDraft = 1000

const unfinished = unfinishedInterviews()

const draftsIn = (docs: ReturnType<typeof useLive<'submissions'>>['docs']): readonly DraftDoc[] =>
  draftsOf(docs.map(doc => doc.toMutableJSON() as SubmissionDoc))

function Unfinished() {
  const { db } = useWorkspace()
  const [isWhole, setWhole] = useState(false)
  const count = useLiveCount(db, unfinishedInterviewCount) ?? 0
  const { docs } = useLive(unfinished)
  const drafts = useMemo(() => draftsIn(docs), [docs]).slice(0, isWhole ? everyDraft : shownDrafts)
  if (drafts.length === 0) return null
  return (
    <Stack>
      <SectionHeading>{words.unfinished}</SectionHeading>
      <Card flush>
        <List>
          {drafts.map(draft => (
            <li key={draft.id}>
              <UnfinishedRow draft={draft} />
            </li>
          ))}
        </List>
      </Card>
      {count > drafts.length && (
        <Button variant="quiet" full onClick={() => setWhole(true)}>
          {words.showAll(count)}
        </Button>
      )}
    </Stack>
  )
}

/** What may need the surveyor's help: work in Recovery, and work that has waited for long. */
function NeedsYou() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const recovered = useEntries(db)?.length ?? 0
  const waiting$ = useMemo(() => watchWaitingForms(db), [db])
  const waiting = useStream<readonly WaitingForm[]>(waiting$, [])
  const now = env.clock.now()
  const late = waiting.filter(({ since }) => now - since > longWaitMs)
  const oldest = Math.min(...late.map(({ since }) => since))
  if (recovered === 0 && late.length === 0) return null
  return (
    <Stack>
      <SectionHeading>{words.needsYou}</SectionHeading>
      <Card flush>
        <List>
          {recovered > 0 && (
            <li>
              <Link to={href('recovery')} className={listRowClass()}>
                <ListRowBody
                  leads
                  start={<RecoveryIcon />}
                  title={words.recovery(recovered)}
                  detail={words.recoveryHint}
                />
              </Link>
            </li>
          )}
          {late.length > 0 && (
            <li>
              <Link to={href('sync')} className={listRowClass()}>
                <ListRowBody
                  leads
                  start={<PendingIcon />}
                  title={words.waitsLong(late.reduce((sum, { count }) => sum + count, 0))}
                  detail={words.waitsSince(relativeTimeWithin(oldest, now))}
                />
              </Link>
            </li>
          )}
        </List>
      </Card>
    </Stack>
  )
}
