import { useState } from 'react'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Card } from '../../../src/ui/cards/card.tsx'
import { CheckboxGroup } from '../../../src/ui/choices/checkbox-group.tsx'
import { PageHeader } from '../../../src/ui/pages/page-header.tsx'
import { ActionBar, PageBody, Stack } from '../../../src/ui/pages/page.tsx'
import { Progress } from '../../../src/ui/status/progress.tsx'
import { RadioGroup } from '../../../src/ui/choices/radio-group.tsx'
import { SectionHeading } from '../../../src/ui/pages/section-heading.tsx'
import { TextField } from '../../../src/ui/inputs/text-field.tsx'
import { waterSources } from '../samples.ts'
import type { Scene } from '../scene.tsx'

function Body() {
  const [source, setSource] = useState('pump')
  const [near, setNear] = useState<readonly string[]>(['well'])
  return (
    <>
      <PageHeader
        title="Household Water Access 2026"
        back={{ label: 'Back', onPress: () => undefined }}
      />
      <PageBody>
        <Progress label="4 of 12 answered" value={4} max={12} />
        <Stack>
          <SectionHeading>Household</SectionHeading>
          <Card>
            <Stack gap="l">
              <TextField
                label="1. Head of household"
                required
                requiredText="required"
                defaultValue="Meena Ben"
              />
              <TextField
                label="2. People in the house"
                type="number"
                inputMode="numeric"
                required
                error="This field is required."
              />
              <TextField label="3. Date of visit" type="date" defaultValue="2026-11-21" />
            </Stack>
          </Card>
        </Stack>
        <Stack>
          <SectionHeading>Water</SectionHeading>
          <Card>
            <Stack gap="l">
              <RadioGroup
                label="4. Where does the drinking water come from?"
                required
                help="Ask for the dry season."
                options={waterSources}
                value={source}
                onChange={setSource}
              />
              <CheckboxGroup
                label="5. Which are within ten minutes on foot?"
                options={waterSources}
                value={near}
                onChange={setNear}
              />
            </Stack>
          </Card>
        </Stack>
      </PageBody>
      <ActionBar>
        <Button variant="secondary">Submit &amp; New</Button>
        <Button>Submit &amp; Close</Button>
      </ActionBar>
    </>
  )
}

export const fill: Scene = { key: 'fill', title: 'A whole screen: fill', Body, isScreen: true }
