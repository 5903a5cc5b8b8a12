import { Badge } from '../../../src/ui/status/badge.tsx'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Card } from '../../../src/ui/cards/card.tsx'
import { Fab } from '../../../src/ui/actions/fab.tsx'
import { FormIcon, StorageIcon, SubmissionIcon, SyncIcon } from '../../../src/ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../../src/ui/cards/list-row.tsx'
import { PageHeader } from '../../../src/ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../../src/ui/pages/page.tsx'
import { SectionHeading } from '../../../src/ui/pages/section-heading.tsx'
import { TileBody, TileGrid, tileClass } from '../../../src/ui/cards/tile.tsx'
import { samples } from '../samples.ts'
import type { Scene } from '../scene.tsx'

function Body() {
  return (
    <>
      <PageHeader title="Overview" />
      <PageBody under="tabs">
        <TileGrid>
          <a href="?" className={tileClass()}>
            <TileBody icon={<FormIcon />} label="Assigned Projects" value="12" />
          </a>
          <a href="?" className={tileClass()}>
            <TileBody
              icon={<SubmissionIcon />}
              label="Total Submissions"
              value="1,284"
              tone="success"
            />
          </a>
          <a href="?" className={tileClass()}>
            <TileBody
              icon={<SyncIcon />}
              label="Sync Status"
              value="3"
              hint="pending"
              tone="warning"
            />
          </a>
          <a href="?" className={tileClass()}>
            <TileBody icon={<StorageIcon />} label="Storage Used" value="24.6 MB" tone="neutral" />
          </a>
        </TileGrid>
        <Stack>
          <SectionHeading
            end={
              <Button size="s" variant="quiet">
                View All
              </Button>
            }
          >
            Recent Submissions
          </SectionHeading>
          <Card flush>
            <List>
              {samples.map(row => (
                <li key={row.id}>
                  <a href="?" className={listRowClass()}>
                    <ListRowBody
                      title={row.form}
                      detail={`${row.place}, ${row.time}`}
                      end={
                        row.pending ? (
                          <Badge kind="pending">Pending Sync</Badge>
                        ) : (
                          <Badge kind="synced">Synced</Badge>
                        )
                      }
                    />
                  </a>
                </li>
              ))}
            </List>
          </Card>
        </Stack>
      </PageBody>
      <Fab label="Start a New Survey" onPress={() => undefined} />
    </>
  )
}

export const dashboard: Scene = {
  key: 'dashboard',
  title: 'A whole screen: dashboard',
  Body,
  isScreen: true,
}
