import { useRef } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { CloseIcon, SearchIcon } from '../icon.tsx'
import { TextField } from './text-field.tsx'

/** The properties of a search field; the label is only read aloud, the placeholder is shown. */
interface SearchFieldProps {
  label: string
  placeholder?: string | undefined
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** Filters the content below it while the surveyor types. */
export function SearchField({ label, placeholder, clearLabel, value, onChange }: SearchFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const clear = () => {
    onChange('')
    // The button disappears with the text, so the focus goes to the input.
    place.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={place}>
      <TextField
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        label={label}
        labelHidden
        placeholder={placeholder}
        value={value}
        onChange={event => onChange(event.target.value)}
        leading={<SearchIcon />}
        trailing={
          value !== '' && <IconButton label={clearLabel} icon={<CloseIcon />} onClick={clear} />
        }
      />
    </div>
  )
}
