import { TextField } from '../../ui/inputs/text-field.tsx'
import { useOffice } from '../office-context.tsx'

/** What the office may change of a surveyor. */
export interface RecordEntries {
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
  readonly address: string
}

/** The names of these entries, in the order in which they are shown. */
export const useRecordNames = (): readonly (readonly [keyof RecordEntries, string])[] => {
  const { people } = useOffice().words
  return [
    ['first_name', people.firstName],
    ['last_name', people.lastName],
    ['phone_number', people.phone],
    ['address', people.region],
  ]
}

/** The fields of a surveyor's record. */
export function RecordFields<Entries extends RecordEntries>({
  given,
  onChange,
}: {
  given: Entries
  onChange: (given: Entries) => void
}) {
  return useRecordNames().map(([key, label]) => (
    <TextField
      key={key}
      label={label}
      value={given[key]}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange({ ...given, [key]: target.value })}
    />
  ))
}
