import { useState } from 'react'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { useWorkspace } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { useSetting, useStoredSetting } from '../../lib/hooks/use-live.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { confirmations, settings as words } from '../../messages/account/settings.ts'
import { dateTimeText } from '../../messages/app/time.ts'
import { Card } from '../../ui/cards/card.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { KeyValues } from '../../ui/cards/key-values.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { Switch } from '../../ui/choices/switch.tsx'

/** When and how the app sends (2.settings.2). Changing Auto Sync needs a confirmation (4.20, 8.55). */
export function SyncSection() {
  const { db, sync } = useWorkspace()
  const toaster = useToaster()
  const lastSync = useStoredSetting(db, 'lastSyncTime')
  const isAuto = useSetting(db, 'autoSync')
  const isSlow = useSetting(db, 'slowConnection')
  const [isAsking, setAsking] = useState(false)
  const asked = isAuto ? confirmations.disableAutoSync : confirmations.enableAutoSync

  const toggleAuto = async () => {
    try {
      await writeSetting(db, 'autoSync', !isAuto)
      void sync.runIfAutomatic()
    } catch {
      toaster.error(words.autoSyncFailed)
    }
    setAsking(false)
  }

  return (
    <Stack>
      <SectionHeading>{words.syncTitle}</SectionHeading>
      <Card>
        <Stack>
          <KeyValues
            items={[
              {
                key: 'last',
                name: words.lastSynced,
                value: syncedText(lastSync),
              },
            ]}
          />
          <Switch
            label={words.autoSync}
            help={words.autoSyncHelp}
            checked={isAuto}
            onChange={() => setAsking(true)}
          />
          <Switch
            label={words.slow}
            help={words.slowHelp}
            checked={isSlow}
            onChange={checked => void writeSetting(db, 'slowConnection', checked)}
          />
        </Stack>
      </Card>
      <Confirm
        open={isAsking}
        type="sync"
        title={asked.title}
        message={asked.message}
        words={confirmWords}
        onCancel={() => setAsking(false)}
        onConfirm={toggleAuto}
      />
    </Stack>
  )
}

/** When the server was last reached (2.settings.2); '–' until that is known. */
const syncedText = (lastSync: number | null): string => {
  if (lastSync === null) return '–'
  return lastSync > 0 ? dateTimeText(lastSync) : words.never
}
