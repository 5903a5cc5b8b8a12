import { useState } from 'react'
import { ClockIcon, EmailIcon } from '../../../src/ui/icon.tsx'
import { PasswordField } from '../../../src/ui/inputs/password-field.tsx'
import { SearchField } from '../../../src/ui/inputs/search-field.tsx'
import { Select } from '../../../src/ui/inputs/select.tsx'
import { TextArea } from '../../../src/ui/inputs/textarea.tsx'
import { TextField } from '../../../src/ui/inputs/text-field.tsx'
import { Group, type Scene } from '../scene.tsx'
import { regions } from '../samples.ts'

function Body() {
  const [search, setSearch] = useState('sync')
  return (
    <>
      <Group title="Text">
        <TextField label="Name of the village" placeholder="As people call it" />
        <TextField
          label="Head of household"
          required
          requiredText="required"
          help="The person the family names, not the eldest."
        />
        <TextField
          label="Email"
          type="email"
          defaultValue="asha@"
          error="Please enter a valid email address."
          leading={<EmailIcon />}
        />
        <TextField label="Region" defaultValue="Gujarat" disabled />
        <TextField label="Email" defaultValue="asha@example.org" readOnly />
      </Group>
      <Group title="Other types">
        <TextField label="People in the house" type="number" inputMode="numeric" defaultValue="7" />
        <TextField label="Date of visit" type="date" leading={<ClockIcon />} />
        <TextField label="Phone" type="tel" leading="+91" defaultValue="98765 43210" />
        <PasswordField
          label="Password"
          defaultValue="correct horse"
          showLabel="Show password"
          hideLabel="Hide password"
        />
        <SearchField
          label="Search"
          placeholder="Search for help"
          clearLabel="Clear"
          value={search}
          onChange={setSearch}
        />
      </Group>
      <Group title="Longer text and choice">
        <TextArea label="Remarks" placeholder="Anything that stood out" />
        <TextArea label="Reason" required error="This field is required." />
        <Select
          label="District"
          placeholder="Choose a district"
          options={regions}
          defaultValue=""
        />
        <Select label="District" options={regions} defaultValue="kachchh" required />
        <Select label="District" options={regions} error="This field is required." />
        <Select label="District" options={regions} disabled />
      </Group>
    </>
  )
}

export const fields: Scene = { key: 'fields', title: 'Fields', Body }
