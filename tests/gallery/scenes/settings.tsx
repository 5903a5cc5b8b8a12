import { useState } from 'react'
import { Avatar } from '../../../src/ui/cards/avatar.tsx'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Card } from '../../../src/ui/cards/card.tsx'
import { HelpIcon, InfoIcon, LogoutIcon, RecoveryIcon, StorageIcon } from '../../../src/ui/icon.tsx'
import { List, ListRow, ListRowBody, listRowClass } from '../../../src/ui/cards/list-row.tsx'
import { PageHeader } from '../../../src/ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../../src/ui/pages/page.tsx'
import { Progress } from '../../../src/ui/status/progress.tsx'
import { SectionHeading } from '../../../src/ui/pages/section-heading.tsx'
import { Switch } from '../../../src/ui/choices/switch.tsx'
import type { Scene } from '../scene.tsx'

function Body() {
  const [isAuto, setAuto] = useState(true)
  return (
    <>
      <PageHeader title="Settings" />
      <PageBody under="tabs">
        <Card flush>
          <ListRow
            start={<Avatar sources={['/default-avatar.svg']} name="Asha Rao" size="l" />}
            title="Asha Rao"
            detail="asha@example.org"
            end={
              <Button size="s" variant="secondary">
                Edit
              </Button>
            }
          />
        </Card>
        <Stack>
          <SectionHeading>Sync</SectionHeading>
          <Card>
            <Stack gap="l">
              <Switch
                label="Auto Sync"
                help="Last Synced: 12m ago"
                checked={isAuto}
                onChange={setAuto}
              />
              <Progress label="Offline storage: 148 items, 24.6 MB used" value={24} />
            </Stack>
          </Card>
        </Stack>
        <Stack>
          <SectionHeading>More</SectionHeading>
          <Card flush>
            <List>
              <li>
                <a href="?" className={listRowClass()}>
                  <ListRowBody start={<RecoveryIcon />} title="Recovery (2)" leads />
                </a>
              </li>
              <li>
                <button type="button" className={listRowClass()} disabled>
                  <ListRowBody start={<StorageIcon />} title="Clear Local Data" leads />
                </button>
              </li>
              <li>
                <a href="?" className={listRowClass()}>
                  <ListRowBody start={<HelpIcon />} title="Help & Support" leads />
                </a>
              </li>
              <li>
                <ListRow start={<InfoIcon />} title="Version" end="1.0.8" />
              </li>
            </List>
          </Card>
        </Stack>
        <Button full variant="danger" icon={<LogoutIcon />}>
          Logout
        </Button>
      </PageBody>
    </>
  )
}

export const settings: Scene = {
  key: 'settings',
  title: 'A whole screen: settings',
  Body,
  isScreen: true,
}
