import { useApp } from '../../context.tsx'
import { fill } from '../../messages/fill.ts'
import { relativeTime } from '../../messages/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AddIcon, HistoryIcon } from '../../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/list-row.tsx'
import { PageBody, Stack } from '../../ui/page.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import type { DraftSummary } from './open-interview.ts'
import styles from './draft-list.module.css'

interface DraftListProps {
  readonly drafts: readonly DraftSummary[]
  readonly onContinue: (draftId: string) => void
  readonly onNew: () => void
}

/** The unfinished interviews of a survey: go on with one, or begin another. */
export function DraftList({ drafts, onContinue, onNew }: DraftListProps) {
  const { env } = useApp()
  const now = env.clock.now()
  return (
    <PageBody>
      <Stack>
        <SectionHeading>{fill.draftsTitle}</SectionHeading>
        <p className={styles.message}>{fill.draftsMessage}</p>
        <Card flush>
          <List>
            {drafts.map(({ draft, words, answered, total }) => (
              <li key={draft.id}>
                <button
                  type="button"
                  className={listRowClass()}
                  onClick={() => onContinue(draft.id)}
                >
                  <ListRowBody
                    start={<HistoryIcon />}
                    title={words || fill.unnamedDraft}
                    end={<span className={styles.go}>{fill.continueDraft}</span>}
                    detail={[
                      fill.answered(answered, total),
                      relativeTime(draft.updated_at, now),
                    ].join(' · ')}
                    leads
                  />
                </button>
              </li>
            ))}
          </List>
        </Card>
        <Button full icon={<AddIcon />} onClick={onNew}>
          {fill.startNew}
        </Button>
      </Stack>
    </PageBody>
  )
}
