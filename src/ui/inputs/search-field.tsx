import { useRef } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { CloseIcon, SearchIcon } from '../icon.tsx'
import { TextField } from './text-field.tsx'

/** What a search box takes; the label is read aloud only, the placeholder shows. */
export interface SearchFieldProps {
  label: string
  placeholder?: string | undefined
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** Filters what stands below it while the surveyor types. */
export function SearchField({ label, placeholder, clearLabel, value, onChange }: SearchFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const clear = () => {
    onChange('')
    // The button goes with what was typed.
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
