import { Avatar } from '../../../src/ui/cards/avatar.tsx'
import { Badge } from '../../../src/ui/status/badge.tsx'
import { Card } from '../../../src/ui/cards/card.tsx'
import { CountBadge } from '../../../src/ui/status/count-badge.tsx'
import { ClockIcon, FormIcon, HelpIcon, LocationIcon, StorageIcon } from '../../../src/ui/icon.tsx'
import { KeyValues } from '../../../src/ui/cards/key-values.tsx'
import { List, ListRow, ListRowBody, listRowClass } from '../../../src/ui/cards/list-row.tsx'
import { Cluster } from '../../../src/ui/pages/page.tsx'
import { TileBody, TileGrid, tileClass } from '../../../src/ui/cards/tile.tsx'
import { Group, type Scene } from '../scene.tsx'

function Body() {
  return (
    <>
      <Group title="Tiles">
        <TileGrid>
          <a href="?" className={tileClass()}>
            <TileBody icon={<FormIcon />} label="Assigned Projects" value="12" />
          </a>
          <a href="?" className={tileClass()}>
            <TileBody icon={<StorageIcon />} label="Storage Used" value="24.6 MB" tone="neutral" />
          </a>
        </TileGrid>
      </Group>
      <Group title="Badges">
        <Cluster>
          <Badge kind="pending">Pending Sync</Badge>
          <Badge kind="synced">Synced</Badge>
          <Badge kind="completed">Completed</Badge>
          <Badge kind="unpublished">Unpublished</Badge>
          <Badge kind="failed">Refused</Badge>
          <Badge>Edited</Badge>
          <CountBadge label="18 submissions">18</CountBadge>
          <CountBadge waits>3</CountBadge>
        </Cluster>
      </Group>
      <Group title="Rows">
        <Card flush>
          <List>
            <li>
              <a href="?" className={listRowClass()}>
                <ListRowBody start={<HelpIcon />} title="Help & Support" leads />
              </a>
            </li>
            <li>
              <a href="?" className={listRowClass()}>
                <ListRowBody
                  start={<Avatar sources={[]} name="Asha Rao" size="s" />}
                  title="Household Water Access 2026"
                  detail="Bhuj, Kachchh, 12 minutes ago"
                  end={<Badge kind="pending">Pending Sync</Badge>}
                />
              </a>
            </li>
            <li>
              <ListRow title="Version" end="1.0.8" />
            </li>
          </List>
        </Card>
      </Group>
      <Group title="Avatars">
        <Cluster>
          <Avatar sources={['/missing.png', '/default-avatar.svg']} name="Asha Rao" size="s" />
          <Avatar sources={['/missing.png', '/default-avatar.svg']} name="Asha Rao" />
          <Avatar sources={[null, undefined]} name="Asha Devi Rao" size="l" />
          <Avatar sources={['/missing.png']} name="maria" size="xl" alt="maria" />
        </Cluster>
      </Group>
      <Group title="Facts">
        <Card>
          <KeyValues
            items={[
              { key: 'place', name: 'Location', value: 'Bhuj, Kachchh', icon: <LocationIcon /> },
              { key: 'date', name: 'Date', value: '21 Nov 2026, 10:24', icon: <ClockIcon /> },
            ]}
          />
        </Card>
        <Card>
          <KeyValues
            stacked
            items={[
              { key: '1', name: '1. Head of household', value: 'Meena Ben' },
              { key: '2', name: '2. Where does the drinking water come from?', value: 'Hand pump' },
              { key: '3', name: '3. Remarks', value: 'Not provided' },
            ]}
          />
        </Card>
      </Group>
    </>
  )
}

export const data: Scene = { key: 'data', title: 'Data', Body }
