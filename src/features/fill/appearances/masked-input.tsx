import { useState } from 'react'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useTypedAnswer } from '../inputs/use-typed-answer.ts'

/** TEXT with `masked`: dots, except while it is typed, so that an onlooker does not read it afterwards. */
export function MaskedInput({ field, id, words }: InputProps) {
  const [isTyped, setTyped] = useState(false)
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      id={id}
      // So that a screen reader does not read it either.
      type={isTyped ? 'text' : 'password'}
      onFocus={() => setTyped(true)}
      onBlur={() => setTyped(false)}
      placeholder={field.placeholder}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
    />
  )
}
