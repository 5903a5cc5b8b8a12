import { useState } from 'react'
import { useApp } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { PinSettings } from '../../lock/screens/pin-settings.tsx'
import { pin as words } from '../../messages/account/lock.ts'
import { common } from '../../messages/app/common.ts'
import { ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LockIcon } from '../../ui/icon.tsx'

/** The PIN of the app, as a row. */
export function LockRow() {
  const { held$ } = useApp()
  const held = useStream(held$, held$.value)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={listRowClass()} onClick={() => setOpen(true)}>
        <ListRowBody
          leads
          start={<LockIcon />}
          title={words.row}
          detail={held === null ? words.off : words.on(words.minutes(held.minutes))}
        />
      </button>
      <Dialog
        open={isOpen}
        title={words.heading}
        closeLabel={common.close}
        onClose={() => setOpen(false)}
      >
        <PinSettings />
      </Dialog>
    </>
  )
}
