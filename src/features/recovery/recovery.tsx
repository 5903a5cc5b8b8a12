import { useState } from 'react'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { useWorkspace } from '../../context.tsx'
import { useBack } from '../../hooks/use-back.ts'
import { useEntries } from '../../lib/hooks/use-entries.ts'
import { common, confirmWords } from '../../messages/app/common.ts'
import { recovery as words } from '../../messages/submissions/recovery.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SafeIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { Cards, PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { useEntryActions } from './use-entry-actions.ts'

/** The work that the server did not accept: read, try again, edit, export, or delete for good (decisions 3). */
export function RecoveryScreen() {
  const back = useBack(href('sync'))
  const { db } = useWorkspace()
  const read = useEntries(db)
  const entries = read ?? []
  const [pendingDelete, setPendingDelete] = useState<RecoveryEntry | null>(null)

  const actions = useEntryActions()

  const remove = async () => {
    if (pendingDelete !== null) await actions.remove(pendingDelete)
    setPendingDelete(null)
  }

  return (
    <>
      <PageHeader
        title={words.title}
        back={{ label: common.back, onPress: back }}
        end={
          read !== null && (
            <CountBadge label={words.count(read.length)}>{numberText(read.length)}</CountBadge>
          )
        }
      />
      <PageBody under="tabs" wide>
        {read === null && <Skeleton shape="card" count={3} label={common.loading} />}
        {entries.length > 0 && <p>{words.intro}</p>}
        {read?.length === 0 && (
          <EmptyState icon={<SafeIcon />} title={words.noneTitle} message={words.noneMessage} />
        )}
        <Cards>
          {entries.map(entry => (
            <RecoveryCard
              key={entry.id}
              entry={entry}
              isBusy={actions.busyId === entry.id}
              onTryAgain={() => void actions.tryAgain(entry)}
              onEdit={() => void actions.edit(entry)}
              onExport={() => void actions.export(entry)}
              onDelete={() => setPendingDelete(entry)}
            />
          ))}
        </Cards>
      </PageBody>
      <Confirm
        open={pendingDelete !== null}
        type="destructive"
        title={words.deleteTitle}
        message={words.deleteMessage}
        words={confirmWords}
        onCancel={() => setPendingDelete(null)}
        onConfirm={remove}
      />
    </>
  )
}
