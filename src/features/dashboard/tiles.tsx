import { assignedFormCount, visibleSubmissionCount } from '../../../collections/queries.ts'
import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLiveCount, useSetting, useStoredSetting } from '../../lib/hooks/use-live.ts'
import { dashboard as words } from '../../messages/start/dashboard.ts'
import { numberText } from '../../messages/locale.ts'
import { storageText } from '../../messages/device/storage.ts'
import { submissions as submissionWords } from '../../messages/submissions/submissions.ts'
import { relativeTimeWithin } from '../../messages/app/time.ts'
import { href } from '../../routes.ts'
import { useNotArrived } from '../../hooks/unsent.ts'
import { notStored, useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { ChartIcon, FormIcon, StorageIcon, SubmissionIcon, SyncIcon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { TileBody, tileClass, TileGrid } from '../../ui/cards/tile.tsx'
import { dashboardCounts } from './counts.ts'
import { useStorageUsed } from './use-storage-used.ts'

const submissionCount = visibleSubmissionCount()

/** The four figures, each with a link to what it counts (2.dashboard.1). */
export function Tiles() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const stats = useSetting(db, 'dashboardStats')
  const lastSync = useStoredSetting(db, 'lastSyncTime')
  const forms = useLiveCount(db, assignedFormCount)
  const submissions = useLiveCount(db, submissionCount)
  const waiting = countNotArrived(useNotArrived(db))
  const used = useStorageUsed(submissions)
  const { failure, isFirstLoad, isMissing } = useRefreshOnOpen('stats')

  const areRead = forms !== null && submissions !== null && waiting !== null
  if (!areRead || lastSync === null) return <Skeleton shape="tile" count={4} />
  const isEmpty = forms === 0 && submissions === 0
  if (isEmpty && isFirstLoad) return <Skeleton shape="tile" count={4} />
  if (isEmpty && isMissing && failure !== null) {
    const failed = failure === notStored ? submissionWords.notLoadedFull : words.statsFailed
    const message = failure.kind === 'offline' ? words.statsOffline : failed
    return <EmptyState icon={<ChartIcon />} title={words.noData} message={message} />
  }
  const counts = dashboardCounts(stats, { forms, submissions })
  return (
    <>
      {failure !== null && failure.kind !== 'offline' && (
        <Alert kind="warning">{words.statsFailed}</Alert>
      )}
      <TileGrid>
        <Link to={href('projects')} className={tileClass()}>
          <TileBody
            icon={<FormIcon />}
            label={words.assigned}
            value={numberText(counts.assigned)}
          />
        </Link>
        <Link to={href('submissions')} className={tileClass()}>
          <TileBody
            icon={<SubmissionIcon />}
            label={words.total}
            value={numberText(counts.submissions)}
            tone="success"
          />
        </Link>
        <Link to={href('sync')} className={tileClass()}>
          <TileBody
            icon={<SyncIcon />}
            label={words.syncStatus}
            value={waiting === 0 ? words.synced : numberText(waiting)}
            hint={
              waiting > 0
                ? words.notArrived
                : lastSync > 0 && words.lastSync(relativeTimeWithin(lastSync, env.clock.now()))
            }
            tone={waiting === 0 ? 'success' : 'warning'}
          />
        </Link>
        <Link to={href('settings')} className={tileClass()}>
          <TileBody
            icon={<StorageIcon />}
            label={words.storage}
            value={used === null ? '–' : storageText(used)}
            tone="neutral"
          />
        </Link>
      </TileGrid>
    </>
  )
}
