import { useState } from 'react'
import { useApp } from '../../../context.tsx'
import { detached } from '../../../messages/interview/detached.ts'
import { confirmWords } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { relativeTime } from '../../../messages/app/time.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/cards/card.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { AddIcon, DeleteIcon, HistoryIcon } from '../../../ui/icon.tsx'
import { factsLine } from '../../../ui/cards/facts.tsx'
import { List, ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import { PageBody, Stack } from '../../../ui/pages/page.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import type { DraftSummary } from './opened.ts'
import styles from './draft-list.module.css'

interface DraftListProps {
  readonly drafts: readonly DraftSummary[]
  readonly onContinue: (draftId: string) => void
  readonly onNew: () => void
  /** Discards a draft, after the surveyor confirmed it. */
  readonly onDiscard: (draftId: string) => Promise<void>
}

const nameOf = ({ words }: DraftSummary): string => words || fill.unnamedDraft

/** The unfinished interviews of a survey: continue one, or start another. */
export function DraftList({ drafts, onContinue, onNew, onDiscard }: DraftListProps) {
  const [leaving, setLeaving] = useState<DraftSummary | null>(null)
  const { env } = useApp()
  const now = env.clock.now()
  return (
    <PageBody>
      <Stack>
        <SectionHeading>{fill.draftsTitle}</SectionHeading>
        <p className={styles.message}>{fill.draftsMessage}</p>
        <Card flush>
          <List>
            {drafts.map(summary => (
              <li key={summary.draft.id} className={styles.draft}>
                <button
                  type="button"
                  className={listRowClass()}
                  onClick={() => onContinue(summary.draft.id)}
                >
                  <ListRowBody
                    start={<HistoryIcon />}
                    title={nameOf(summary)}
                    detail={factsLine([
                      fill.answered(summary.answered, summary.total),
                      relativeTime(summary.draft.updated_at, now),
                      summary.draft.isDetached && detached.inList,
                    ])}
                    end={<span className={styles.go}>{fill.continueDraft}</span>}
                  />
                </button>
                <IconButton
                  label={fill.discardDraft(nameOf(summary))}
                  icon={<DeleteIcon />}
                  onClick={() => setLeaving(summary)}
                />
              </li>
            ))}
          </List>
        </Card>
        <Button full icon={<AddIcon />} onClick={onNew}>
          {fill.startNew}
        </Button>
        <Confirm
          open={leaving !== null}
          type="destructive"
          title={fill.discardTitle}
          message={leaving === null ? '' : fill.discardMessage(nameOf(leaving), leaving.answered)}
          words={confirmWords}
          onConfirm={async () => {
            if (leaving !== null) await onDiscard(leaving.draft.id)
            setLeaving(null)
          }}
          onCancel={() => setLeaving(null)}
        />
      </Stack>
    </PageBody>
  )
}
