import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { notArrivedText } from '../../messages/app/app.ts'
import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { numberText } from '../../messages/locale.ts'
import { syncToasts } from '../../messages/device/sync.ts'
import { href } from '../../routes.ts'
import { useNotArrived } from '../../hooks/unsent.ts'
import { useSync } from '../../hooks/use-sync.ts'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { CompletedIcon, FormIcon, PendingIcon, SyncedIcon, SyncIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { TileBody, tileClass, TileGrid } from '../../ui/cards/tile.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './counters.module.css'

/** The numbers of surveys, assigned and completed, and of what has not arrived (2.projects.1); null until counted. */
export function Counters({ all, completed }: { all: number | null; completed: number | null }) {
  return (
    <Stack>
      {all === null || completed === null ? (
        <Skeleton shape="tile" count={2} />
      ) : (
        <CountTiles all={all} completed={completed} />
      )}
      <ToSync />
    </Stack>
  )
}

function CountTiles({ all, completed }: { all: number; completed: number }) {
  return (
    <TileGrid>
      <Link to={href('completedSurveys')} className={tileClass()}>
        <TileBody
          icon={<CompletedIcon />}
          tone="success"
          label={words.completed}
          value={numberText(completed)}
          hint={common.viewAll}
        />
      </Link>
      <Link to={href('allSurveys')} className={tileClass()}>
        <TileBody
          icon={<FormIcon />}
          label={words.all}
          value={numberText(all)}
          hint={common.viewAll}
        />
      </Link>
    </TileGrid>
  )
}

function ToSync() {
  const { db } = useWorkspace()
  const notArrived = useNotArrived(db)
  const sync = useSync()
  const count = countNotArrived(notArrived)
  return (
    <Card aria-labelledby="to-sync">
      <div className={styles.line}>
        <div className={styles.words}>
          <h2 id="to-sync" className={styles.title}>
            {words.toSync}
          </h2>
          {notArrived === null ? (
            <Skeleton shape="lines" />
          ) : (
            <p className={styles.detail}>{notArrivedText(notArrived) || words.nothingToSync}</p>
          )}
        </div>
        {count !== null && (
          <p className={cx(styles.count, count > 0 && styles.waits)}>
            {count === 0 ? <SyncedIcon /> : <PendingIcon />}
            {numberText(count)}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          icon={<SyncIcon />}
          disabled={!sync.canSync}
          busy={sync.isSyncing}
          busyText={words.syncing}
          onClick={() => void sync.run({ all: true }, syncToasts.everythingUpToDate)}
        >
          {words.syncNow}
        </Button>
        <Link
          to={href('sync')}
          className={buttonClass({ variant: 'secondary' })}
          aria-label={`${common.viewAll}: ${words.toSync}`}
        >
          {common.viewAll}
        </Link>
      </div>
    </Card>
  )
}
