import { useState } from 'react'
import { useApp } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { PinSettings } from '../../lock/screens/pin-settings.tsx'
import { pin as words } from '../../messages/account/lock.ts'
import { common } from '../../messages/app/common.ts'
import { Card } from '../../ui/cards/card.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LockIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'

/** The PIN of the app. */
export function LockSection() {
  const { held$ } = useApp()
  const held = useStream(held$, held$.value)
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack>
      <SectionHeading>{words.heading}</SectionHeading>
      <Card flush>
        <List>
          <li>
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
          </li>
        </List>
      </Card>
    </Stack>
  )
}
