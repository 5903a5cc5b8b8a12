import { useState } from 'react'
import { Card } from '../../../src/ui/cards/card.tsx'
import { CheckboxGroup } from '../../../src/ui/choices/checkbox-group.tsx'
import { Checkbox } from '../../../src/ui/choices/checkbox.tsx'
import { RadioGroup } from '../../../src/ui/choices/radio-group.tsx'
import { Switch } from '../../../src/ui/choices/switch.tsx'
import { regions, waterSources } from '../samples.ts'
import { Group, type Scene } from '../scene.tsx'

function Body() {
  const [source, setSource] = useState('pump')
  const [sources, setSources] = useState<readonly string[]>(['well', 'pipe'])
  const [isRemembered, setRemembered] = useState(true)
  const [isAuto, setAuto] = useState(true)
  return (
    <>
      <Group title="One of a few">
        <RadioGroup
          label="1. Where does the drinking water come from?"
          required
          requiredText="required"
          help="Ask for the dry season."
          options={waterSources}
          value={source}
          onChange={setSource}
        />
        <RadioGroup
          label="2. District"
          required
          error="This field is required."
          options={regions}
          value=""
          onChange={setSource}
        />
      </Group>
      <Group title="Several">
        <CheckboxGroup
          label="3. Which of these are within ten minutes on foot?"
          options={waterSources}
          value={sources}
          onChange={setSources}
        />
      </Group>
      <Group title="Yes or no">
        <Checkbox label="Remember me" checked={isRemembered} onChange={setRemembered} />
        <Checkbox label="Not now" checked={false} disabled onChange={setRemembered} />
        <Card>
          <Switch
            label="Auto Sync"
            help="Send what is pending as soon as there is a network."
            checked={isAuto}
            onChange={setAuto}
          />
          <Switch label="Slow connection mode" checked={false} onChange={setAuto} />
          <Switch label="Not available here" checked={false} disabled onChange={setAuto} />
        </Card>
      </Group>
    </>
  )
}

export const choices: Scene = { key: 'choices', title: 'Choices', Body }
