import { useState } from 'react'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { AddIcon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { useOffice } from '../office-context.tsx'

/** Names a group that does not exist yet. It exists once someone is in it. */
export function NewGroup({ onMade }: { onMade: (name: string) => void }) {
  const { people } = useOffice().words
  const [name, setName] = useState('')
  const make = () => {
    if (name.trim() === '') return
    onMade(name.trim())
    setName('')
  }
  return (
    <TextField
      label={people.newGroup}
      value={name}
      maxLength={100}
      onChange={({ target }) => setName(target.value)}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        make()
      }}
      trailing={<IconButton label={people.makeGroup} icon={<AddIcon />} onClick={make} />}
    />
  )
}
