import { useLayoutEffect, useRef } from 'react'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useDay } from '../../../hooks/use-day.ts'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { Link, useLocation } from '../../../lib/navigation/navigation.ts'
import { common } from '../../../messages/app/common.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { href } from '../../../routes.ts'
import { Card } from '../../../ui/cards/card.tsx'
import { factsLine } from '../../../ui/cards/facts.tsx'
import { List, ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import { PendingIcon, SyncedIcon } from '../../../ui/icon.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import { filterOf, readListed, type Listed } from '../listed.ts'
import { SubmissionPages, type RenderRows } from '../rows/submission-pages.tsx'
import { FoundSubmissions } from '../search/found-submissions.tsx'
import { useSearch } from '../search/use-search.ts'
import styles from './list-side.module.css'

/** The list next to a submission: with the search and filter from which it was opened, else all submissions. */
export function ListSide({ id }: { id: string }) {
  const { state } = useLocation() as { state: unknown }
  const listed = readListed(state)
  const filter = filterOf(listed, useDay())
  const found = useSearch(filter, listed.search)
  const renderRows: RenderRows = docs => (
    <Card flush>
      <List>
        {docs.map(doc => (
          <Row
            key={doc.id}
            submission={doc}
            listed={listed}
            isShown={doc.id === id || doc.server_id === id}
          />
        ))}
      </List>
    </Card>
  )
  return (
    <nav aria-labelledby="list-side" className={styles.side}>
      <SectionHeading id="list-side">{words.plainTitle}</SectionHeading>
      {found === null ? (
        <SubmissionPages key={JSON.stringify(filter)} filter={filter} renderRows={renderRows} />
      ) : (
        <FoundSubmissions found={found} renderRows={renderRows} />
      )}
    </nav>
  )
}

interface RowProps {
  readonly submission: SubmissionDoc
  readonly listed: Listed
  readonly isShown: boolean
}

/** A link that replaces the shown submission in the history, so that Back leads to where the first one was opened. */
function Row({ submission, listed, isShown }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const form = submission.formName || common.untitledForm
  const name = useInterviewName(submission)
  const when = dateTimeText(submission.created_at)
  const isSynced = submission.syncStatus === 'synced'
  useLayoutEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <li>
      <Link
        ref={link}
        replace
        to={href('submission', { id: submission.server_id || submission.id })}
        state={{ listed }}
        className={listRowClass()}
        aria-current={isShown ? 'page' : undefined}
      >
        <ListRowBody
          title={name || form}
          detail={factsLine([name !== '' && listed.formId === null && form, when])}
          end={
            <>
              {isSynced ? <SyncedIcon /> : <PendingIcon />}
              <span className="visually-hidden">
                {isSynced ? common.synced : common.pendingSync}
              </span>
            </>
          }
        />
      </Link>
    </li>
  )
}
