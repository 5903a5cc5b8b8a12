import type { RefObject } from 'react'
import { lock as words } from '../../messages/account/lock.ts'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { cleanPin } from './clean-pin.ts'

interface PinFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (pin: string) => void
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean
  readonly ref?: RefObject<HTMLInputElement | null>
}

/** Takes a PIN with the numeric keypad; digits of any script become those from 0 to 9. */
export function PinField({ value, onChange, ...field }: PinFieldProps) {
  return (
    <PasswordField
      {...field}
      showLabel={words.show}
      hideLabel={words.hide}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      value={value}
      onChange={({ target }) => onChange(cleanPin(target.value))}
    />
  )
}
