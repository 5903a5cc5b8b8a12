import { Badge } from '../../../src/ui/status/badge.tsx'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Card } from '../../../src/ui/cards/card.tsx'
import { CountBadge } from '../../../src/ui/status/count-badge.tsx'
import { Fab } from '../../../src/ui/actions/fab.tsx'
import { ClockIcon, DeleteIcon, LocationIcon } from '../../../src/ui/icon.tsx'
import { KeyValues } from '../../../src/ui/cards/key-values.tsx'
import { PageHeader } from '../../../src/ui/pages/page-header.tsx'
import { Cluster, PageBody, Stack } from '../../../src/ui/pages/page.tsx'
import { SectionHeading } from '../../../src/ui/pages/section-heading.tsx'
import { samples } from '../samples.ts'
import type { Scene } from '../scene.tsx'

function Body() {
  return (
    <>
      <PageHeader
        title="All Submissions"
        back={{ label: 'Back', onPress: () => undefined }}
        end={<CountBadge label="3 submissions">3</CountBadge>}
      />
      <PageBody under="tabs">
        <Stack>
          {samples.map(row => (
            <Card key={row.id}>
              <Stack>
                <SectionHeading
                  level={3}
                  end={
                    row.pending ? (
                      <Badge kind="pending">Pending Sync</Badge>
                    ) : (
                      <Badge kind="synced">Synced</Badge>
                    )
                  }
                >
                  {row.form}
                </SectionHeading>
                <KeyValues
                  items={[
                    { key: 'place', name: 'Location', value: row.place, icon: <LocationIcon /> },
                    { key: 'time', name: 'Date and time', value: row.time, icon: <ClockIcon /> },
                  ]}
                />
                <Cluster spread>
                  <Button variant="secondary" disabled={!row.pending}>
                    View
                  </Button>
                  <Button variant="quiet" icon={<DeleteIcon />}>
                    Delete
                  </Button>
                </Cluster>
              </Stack>
            </Card>
          ))}
        </Stack>
      </PageBody>
      <Fab label="New survey" onPress={() => undefined} />
    </>
  )
}

export const submissions: Scene = {
  key: 'submissions',
  title: 'A whole screen: submissions',
  Body,
  isScreen: true,
}
