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
import { List, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { CompletedIcon, FormIcon, PendingIcon, SyncIcon } from '../../ui/icon.tsx'
import styles from './counters.module.css'

/** The numbers of surveys, completed and assigned, each with a way to them (2.projects.1). */
export function Counters({ all, completed }: { all: number | null; completed: number | null }) {
  return (
    <Card flush>
      <List>
        <li>
          <Link to={href('completedSurveys')} className={listRowClass()}>
            <ListRowBody
              leads
              start={<CompletedIcon />}
              title={words.completed}
              end={<Count count={completed} />}
            />
          </Link>
        </li>
        <li>
          <Link to={href('allSurveys')} className={listRowClass()}>
            <ListRowBody leads start={<FormIcon />} title={words.all} end={<Count count={all} />} />
          </Link>
        </li>
      </List>
    </Card>
  )
}

/** A number of surveys; '–' until they are counted. */
const Count = ({ count }: { count: number | null }) => (
  <span className={styles.count}>{count === null ? '–' : numberText(count)}</span>
)

/** What has not arrived, and two ways to send it (2.projects.1); only while there is something. */
export function ToSync() {
  const { db } = useWorkspace()
  const notArrived = useNotArrived(db)
  const sync = useSync()
  const count = countNotArrived(notArrived)
  if (notArrived === null || count === null || count === 0) return null
  return (
    <Card aria-labelledby="to-sync">
      <div className={styles.line}>
        <div className={styles.words}>
          <h2 id="to-sync" className={styles.title}>
            {words.toSync}
          </h2>
          <p className={styles.detail}>{notArrivedText(notArrived)}</p>
        </div>
        <p className={styles.waits}>
          <PendingIcon />
          {numberText(count)}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          size="s"
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
          className={buttonClass({ variant: 'quiet', size: 's' })}
          aria-label={`${common.viewAll}: ${words.toSync}`}
        >
          {common.viewAll}
        </Link>
      </div>
    </Card>
  )
}
