import { useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { PasswordHiddenIcon, PasswordShownIcon } from '../icon.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** The properties of a password field, with the labels of its toggle. */
interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  showLabel: string
  hideLabel: string
}

/** A password with a show/hide toggle; pasting and password managers work. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <IconButton
      label={isShown ? hideLabel : showLabel}
      icon={isShown ? <PasswordHiddenIcon /> : <PasswordShownIcon />}
      disabled={field.disabled}
      onClick={() => setShown(!isShown)}
    />
  )
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
      trailing={toggle}
    />
  )
}
