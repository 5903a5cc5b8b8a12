import { useMemo, useState } from 'react'
import { recoveryEntries } from '../../../collections/queries.ts'
import type { RecoveryDoc } from '../../../collections/schemas/recovery.ts'
import { useBack } from '../../lib/navigation/use-back.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { common, confirmWords } from '../../messages/app/common.ts'
import { recovery as words } from '../../messages/submissions/recovery.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SafeIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { EntryCard } from './entry-card.tsx'
import { useEntryActions } from './use-entry-actions.ts'

const entries = recoveryEntries(1000)

/** The work that the server did not accept: read, try again, edit, export, or delete for good (decisions 3). */
export function RecoveryScreen() {
  const back = useBack(href('sync'))
  const { docs, isFirstRead } = useLive(entries)
  // One object per revision, because each card reads its contents from it.
  const shown = useMemo(() => docs.map(doc => doc.toMutableJSON() as RecoveryDoc), [docs])
  const [pendingDelete, setPendingDelete] = useState<string | null>(null)

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
          !isFirstRead && (
            <CountBadge label={words.count(docs.length)}>{numberText(docs.length)}</CountBadge>
          )
        }
      />
      <PageBody under="tabs">
        {isFirstRead && <Skeleton shape="card" count={3} label={common.loading} />}
        {docs.length > 0 && <p>{words.intro}</p>}
        {docs.length === 0 && !isFirstRead && (
          <EmptyState icon={<SafeIcon />} title={words.noneTitle} message={words.noneMessage} />
        )}
        <Stack>
          {shown.map(entry => (
            <EntryCard
              key={entry.id}
              entry={entry}
              isBusy={actions.busyId === entry.id}
              onTryAgain={() => void actions.tryAgain(entry)}
              onEdit={() => void actions.edit(entry)}
              onExport={() => void actions.export(entry)}
              onDelete={() => setPendingDelete(entry.id)}
            />
          ))}
        </Stack>
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
