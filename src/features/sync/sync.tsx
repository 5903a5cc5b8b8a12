import { useMemo, useState } from 'react'
import { knownForms } from '../../../collections/queries.ts'
import { countNotArrived, type WaitingForm } from '../../../collections/waiting-forms.ts'
import { watchWaitingForms } from '../../workspace/watch-waiting.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useEntries } from '../../lib/hooks/use-entries.ts'
import { useLive, useSetting, useStoredSetting } from '../../lib/hooks/use-live.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { notArrivedText } from '../../messages/app/app.ts'
import { common } from '../../messages/app/common.ts'
import { progressWords, sync as words, syncToasts } from '../../messages/device/sync.ts'
import { relativeTimeWithin } from '../../messages/app/time.ts'
import { href } from '../../routes.ts'
import { useNotArrived } from '../../hooks/unsent.ts'
import { useSync } from '../../hooks/use-sync.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { RecoveryIcon, SyncedIcon, SyncIcon } from '../../ui/icon.tsx'
import { ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { ActionBar, PageBody, Stack } from '../../ui/pages/page.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import { ScreenTitle } from '../../ui/pages/screen-title.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { NetworkNotice } from './network-notice.tsx'
import { PendingCard } from './pending-card.tsx'
import { pendingForms } from './pending-forms.ts'

const forms = knownForms()

/** What has not arrived, the work that waits to be sent, by survey, and the buttons that send it (2.sync-status). */
export function SyncScreen() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const waiting$ = useMemo(() => watchWaitingForms(db), [db])
  const waiting = useStream<readonly WaitingForm[] | null>(waiting$, null)
  const notArrived = useNotArrived(db)
  const isRead = waiting !== null && notArrived !== null
  const known = useLive(forms)
  const recovered = useEntries(db)?.length ?? 0
  const isAuto = useSetting(db, 'autoSync')
  const lastSync = useStoredSetting(db, 'lastSyncTime')
  // Nothing has arrived since the login, so nothing is up to date.
  const isEmpty = lastSync === 0 && known.docs.length === 0 && !known.isFirstRead
  const sync = useSync()
  const { sending } = sync
  const nothingYet = sync.isOnline ? words.nothingYetMessage : words.nothingYetOffline
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())

  const pending = pendingForms(waiting ?? [], known.docs)
  // A survey that was synced meanwhile is no longer selected.
  const selected = new Set(pending.map(({ formId }) => formId).filter(id => marked.has(id)))
  const mark = (formId: string, isMarked: boolean) => {
    const next = new Set(selected)
    if (isMarked) next.add(formId)
    else next.delete(formId)
    setMarked(next)
  }
  const runAll = () =>
    selected.size > 0
      ? sync.run({ formIds: selected }, syncToasts.nothingSelected)
      : sync.run({ all: true })
  const when =
    lastSync === null
      ? null
      : lastSync > 0
        ? relativeTimeWithin(lastSync, env.clock.now())
        : words.never

  return (
    <>
      <PageBody>
        <ScreenTitle subtitle={when !== null && words.lastSynced(when)}>{words.title}</ScreenTitle>
        {!isAuto && <Alert kind="info">{words.autoSyncOff}</Alert>}
        <NetworkNotice isAuto={isAuto} />
        {sync.isSyncing && (
          <Card>
            <Progress
              label={
                sending === null
                  ? words.syncing
                  : progressWords[sending.kind](sending.current, sending.total)
              }
              {...(sending === null ? {} : { value: sending.current, max: sending.total })}
            />
          </Card>
        )}
        {notArrived !== null && countNotArrived(notArrived) !== 0 && (
          <Alert kind="warning">{notArrivedText(notArrived)}</Alert>
        )}
        {recovered > 0 && (
          <Card flush>
            <Link to={href('recovery')} className={listRowClass()}>
              <ListRowBody
                leads
                start={<RecoveryIcon />}
                title={words.recovery(recovered)}
                detail={words.recoveryHint}
              />
            </Link>
          </Card>
        )}
        {!isRead && pending.length === 0 && (
          <Skeleton shape="card" count={2} label={common.loading} />
        )}
        {isRead && countNotArrived(notArrived) === 0 && !sync.isSyncing && (
          <EmptyState
            icon={<SyncedIcon />}
            title={isEmpty ? words.nothingYetTitle : words.upToDateTitle}
            message={isEmpty ? nothingYet : words.upToDateMessage}
          />
        )}
        <Stack>
          {pending.map(form => (
            <PendingCard
              key={form.formId}
              form={form}
              isSelected={selected.has(form.formId)}
              onSelect={isSelected => mark(form.formId, isSelected)}
              canSync={sync.canSync}
              onSync={() =>
                void sync.run({ formIds: new Set([form.formId]) }, syncToasts.nothingOfSurvey)
              }
            />
          ))}
        </Stack>
      </PageBody>
      <ActionBar>
        <Button
          icon={<SyncIcon />}
          disabled={!sync.canSync}
          busy={sync.isSyncing}
          busyText={words.syncing}
          onClick={() => void runAll()}
        >
          {selected.size > 0 ? words.syncSelected : words.syncAll}
        </Button>
      </ActionBar>
    </>
  )
}
