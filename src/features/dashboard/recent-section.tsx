import { visibleSubmissions } from '../../../collections/queries.ts'
import { useApp } from '../../context.tsx'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useInterviewName } from '../../interviews/use-interview-name.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { recentSubmissions } from '../../limits.ts'
import { common } from '../../messages/app/common.ts'
import { dashboard as words } from '../../messages/start/dashboard.ts'
import { placeText } from '../../messages/interview/place.ts'
import { relativeTime } from '../../messages/app/time.ts'
import { href } from '../../routes.ts'
import { SubmissionsNotLoaded } from '../../hooks/not-loaded.tsx'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SubmissionIcon } from '../../ui/icon.tsx'
import { factsLine } from '../../ui/cards/facts.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'

const newest = visibleSubmissions({}, recentSubmissions)

/** The last five submissions (2.dashboard.3). */
export function RecentSection() {
  const { docs, isFirstRead } = useLive(newest)
  const fresh = useRefreshOnOpen('submissions')
  return (
    <Stack>
      <SectionHeading
        end={
          docs.length > 0 && (
            <Link
              to={href('submissions')}
              className={buttonClass({ variant: 'quiet', size: 's' })}
              aria-label={`${common.viewAll}: ${words.recent}`}
            >
              {common.viewAll}
            </Link>
          )
        }
      >
        {words.recent}
      </SectionHeading>
      {isFirstRead || (fresh.isFirstLoad && docs.length === 0) ? (
        <Skeleton shape="card" />
      ) : (
        <Card flush>
          {docs.length === 0 && fresh.isMissing ? (
            <SubmissionsNotLoaded fresh={fresh} />
          ) : docs.length === 0 ? (
            <EmptyState
              icon={<SubmissionIcon />}
              title={words.noRecent}
              message={words.noRecentMessage}
            />
          ) : (
            <List>
              {docs.map(doc => (
                <li key={doc.id}>
                  <RecentRow submission={doc.toMutableJSON() as SubmissionDoc} />
                </li>
              ))}
            </List>
          )}
        </Card>
      )}
    </Stack>
  )
}

function RecentRow({ submission }: { submission: SubmissionDoc }) {
  const { env } = useApp()
  const form = submission.formName || common.untitledForm
  const name = useInterviewName(submission)
  const when = relativeTime(Date.parse(submission.created_at), env.clock.now())
  return (
    <Link
      to={href('submission', { id: submission.server_id || submission.id })}
      className={listRowClass()}
    >
      <ListRowBody
        title={<bdi>{name || form}</bdi>}
        detail={factsLine([name !== '' && form, placeText(submission), when])}
        end={
          submission.syncStatus === 'synced' ? (
            <Badge kind="synced">{common.synced}</Badge>
          ) : (
            <Badge kind="pending">{common.pendingSync}</Badge>
          )
        }
      />
    </Link>
  )
}
