import { useState } from 'react'
import { binCount } from '../../../collections/queries.ts'
import { useApp, useKeeper, useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useToaster } from '../../lib/toaster.ts'
import { useEntries } from '../../lib/hooks/use-entries.ts'
import { useLiveCount } from '../../lib/hooks/use-live.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { bin as binWords } from '../../messages/submissions/bin.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { readyLink } from '../../messages/device/ready-link.ts'
import { confirmations, settings as words } from '../../messages/account/settings.ts'
import { numberText } from '../../messages/locale.ts'
import { routeWords } from '../../messages/app/routes.ts'
import { storageText } from '../../messages/device/storage.ts'
import { href } from '../../routes.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import {
  BinIcon,
  DatabaseIcon,
  DeleteIcon,
  ReadyIcon,
  RecoveryIcon,
  StorageIcon,
} from '../../ui/icon.tsx'
import { List, ListRow, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { Fold } from '../../ui/pages/fold.tsx'
import { BackupRows } from './backup-rows.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useStorage } from './use-storage.ts'

/** What the device stores, and how to clear it (2.settings.2, 2.settings.3, 8.53, 8.56). */
export function StorageSection() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const keeper = useKeeper()
  const toaster = useToaster()
  const isOnline = useOnline(env.network)
  const recovered = useEntries(db)?.length ?? null
  const binned = useLiveCount(db, binCount)
  const { items, room } = useStorage()
  const [isAsking, setAsking] = useState(false)

  const clear = async () => {
    const toast = { pending: words.clearing, success: words.cleared, error: words.clearFailed }
    // This screen disappears with the data, so only the toast can show the outcome.
    await toaster.promise(keeper.renew(), toast).catch(() => {})
    setAsking(false)
  }

  return (
    <>
      <Fold
        icon={<DatabaseIcon />}
        title={words.storageTitle}
        detail={room !== null && words.used(storageText(room.usedBytes))}
      >
        <List>
          <li>
            <ListRow
              start={<StorageIcon />}
              title={words.offlineStorage}
              detail={[
                items !== null && words.items(items),
                room !== null && words.used(storageText(room.usedBytes)),
                room !== null &&
                  room.quotaBytes > 0 &&
                  words.usedOf(
                    percentText(room.usedBytes / room.quotaBytes),
                    storageText(room.quotaBytes),
                  ),
                room !== null && (room.isPersistent ? words.protected : words.unprotected),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </li>
          <li>
            <Link to={href('ready')} className={listRowClass()}>
              <ListRowBody
                leads
                start={<ReadyIcon />}
                title={readyLink.title}
                detail={readyLink.detail}
              />
            </Link>
          </li>
          <li>
            <Link to={href('recovery')} className={listRowClass()}>
              <ListRowBody
                leads
                start={<RecoveryIcon />}
                title={recovered === null ? routeWords.recovery.title : words.recovery(recovered)}
              />
            </Link>
          </li>
          <li>
            <Link to={href('bin')} className={listRowClass()}>
              <ListRowBody
                leads
                start={<BinIcon />}
                title={binned === null ? routeWords.bin.title : binWords.link(binned)}
                detail={binWords.linkDetail}
              />
            </Link>
          </li>
          <BackupRows />
          <li>
            <button
              type="button"
              className={listRowClass()}
              disabled={!isOnline}
              onClick={() => setAsking(true)}
            >
              <ListRowBody
                start={<DeleteIcon />}
                title={words.clear}
                detail={isOnline ? undefined : words.clearOffline}
                leads
              />
            </button>
          </li>
        </List>
      </Fold>
      <Confirm
        open={isAsking}
        type="danger"
        title={confirmations.clear.title}
        message={confirmations.clear.message}
        words={confirmWords}
        onCancel={() => setAsking(false)}
        onConfirm={clear}
      >
        <UnsentNotice />
      </Confirm>
    </>
  )
}

const percentText = (share: number): string =>
  numberText(share, { style: 'percent', maximumFractionDigits: 1 })
