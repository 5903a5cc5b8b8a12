import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import type { InputProps } from './input-props.ts'
import { useTypedAnswer } from './use-typed-answer.ts'

/** TEXT. */
export function TextInput(props: InputProps) {
  const inputMode = props.field.isNumeric ? 'numeric' : 'text'
  return <Line {...props} keyboard={{ type: 'text', inputMode, autoCapitalize: 'sentences' }} />
}

/** EMAIL. */
export function EmailInput(props: InputProps) {
  return (
    <Line
      {...props}
      keyboard={{
        type: 'email',
        inputMode: 'email',
        autoCapitalize: 'none',
        autoCorrect: 'off',
        spellCheck: false,
      }}
    />
  )
}

/** NUMBER: a text input, because a number input reports an invalid number as empty. */
export function NumberInput(props: InputProps) {
  return (
    <Line
      {...props}
      keyboard={{ type: 'text', inputMode: 'decimal', autoCorrect: 'off', spellCheck: false }}
    />
  )
}

interface LineProps extends InputProps {
  /** The attributes that select the right on-screen keyboard. */
  readonly keyboard: ComponentProps<'input'>
}

/** One line; autofill is off, because the answers are not the surveyor's own data. */
function Line({ field, id, words, keyboard }: LineProps) {
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      {...keyboard}
      id={id}
      placeholder={field.placeholder}
      autoComplete="off"
      enterKeyHint="next"
    />
  )
}
