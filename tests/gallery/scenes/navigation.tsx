import { useState } from 'react'
import { Avatar } from '../../../src/ui/cards/avatar.tsx'
import { Chip, ChipRow } from '../../../src/ui/actions/chip.tsx'
import { CountBadge } from '../../../src/ui/status/count-badge.tsx'
import { Fab } from '../../../src/ui/actions/fab.tsx'
import { KeyIcon, LogoutIcon, PendingIcon, UserIcon } from '../../../src/ui/icon.tsx'
import { Menu, menuItemClass } from '../../../src/ui/actions/menu.tsx'
import { PageHeader } from '../../../src/ui/pages/page-header.tsx'
import { ActionBar } from '../../../src/ui/pages/page.tsx'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Tabs } from '../../../src/ui/choices/tabs.tsx'
import { Group, type Scene } from '../scene.tsx'

const periods = [
  { value: 'week', label: 'This Week' },
  { value: 'last-week', label: 'Last Week' },
  { value: 'month', label: 'This Month' },
  { value: 'last-month', label: 'Last Month' },
]

function Body() {
  const [period, setPeriod] = useState('week')
  const [isPending, setPending] = useState(true)
  return (
    <>
      <Group title="Headers">
        <PageHeader title="All Submissions" end={<CountBadge>18</CountBadge>} />
        <PageHeader
          title="Household Water Access and Sanitation Survey, Second Round 2026"
          subtitle="Draft kept on this device"
          back={{ label: 'Back', onPress: () => undefined }}
        />
      </Group>
      <Group title="Tabs and chips">
        <Tabs label="Period" options={periods} value={period} onChange={setPeriod} />
        <ChipRow label="Filter">
          <Chip icon={<PendingIcon />} selected={isPending} onPress={() => setPending(!isPending)}>
            Pending only
          </Chip>
          <Chip selected={false} onPress={() => undefined}>
            Synced
          </Chip>
        </ChipRow>
      </Group>
      <Group title="Menu">
        <div>
          <Menu
            label="Asha's menu"
            trigger={
              <>
                <Avatar sources={[]} name="Asha" size="s" /> Asha
              </>
            }
          >
            <a href="?" className={menuItemClass()}>
              <UserIcon /> My Profile
            </a>
            <a href="?" className={menuItemClass()}>
              <KeyIcon /> Change Password
            </a>
            <button type="button" className={menuItemClass(true)}>
              <LogoutIcon /> Logout
            </button>
          </Menu>
        </div>
      </Group>
      <Group title="Action bar">
        <ActionBar>
          <Button variant="secondary">Submit &amp; New</Button>
          <Button>Submit &amp; Close</Button>
        </ActionBar>
      </Group>
      <Fab label="New survey" onPress={() => undefined} />
    </>
  )
}

export const navigation: Scene = { key: 'navigation', title: 'Navigation', Body }
