import { useState } from 'react'
import { backup as words } from '../../messages/device/backup.ts'
import { common } from '../../messages/app/common.ts'
import { BackupForm } from '../../backup/screens/backup-form.tsx'
import { RestoreForm } from '../../backup/screens/restore-form.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DownloadIcon, UploadIcon } from '../../ui/icon.tsx'
import { ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'

/** The rows that save unsent work to a file, and restore it (decisions 3). */
export function BackupRows() {
  const [open, setOpen] = useState<'backup' | 'restore' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <li>
        <button type="button" className={listRowClass()} onClick={() => setOpen('backup')}>
          <ListRowBody leads start={<DownloadIcon />} title={words.make} detail={words.makeHint} />
        </button>
      </li>
      <li>
        <button type="button" className={listRowClass()} onClick={() => setOpen('restore')}>
          <ListRowBody
            leads
            start={<UploadIcon />}
            title={words.restore}
            detail={words.restoreHint}
          />
        </button>
        <Dialog
          open={open === 'backup'}
          title={words.make}
          closeLabel={common.close}
          onClose={close}
        >
          <BackupForm />
        </Dialog>
        <Dialog
          open={open === 'restore'}
          title={words.restore}
          closeLabel={common.close}
          onClose={close}
        >
          <RestoreForm />
        </Dialog>
      </li>
    </>
  )
}
