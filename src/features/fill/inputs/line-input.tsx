import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import type { InputProps } from './input-props.ts'
import { useTypedAnswer } from '../use-typed-answer.ts'

/**
 * The right keyboard for each kind of line. A number is a text to the browser, or what is no number would
 * reach us as nothing; nothing is filled in from the surveyor's own address book.
 */
const keyboards: Readonly<Record<string, ComponentProps<'input'>>> = {
  TEXT: { type: 'text', autoCapitalize: 'sentences' },
  EMAIL: {
    type: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  },
  NUMBER: { type: 'text', inputMode: 'decimal', autoCorrect: 'off', spellCheck: false },
}

/** TEXT, EMAIL and NUMBER. */
export function LineInput({ field, id, words }: InputProps) {
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      {...keyboards[field.type]}
      id={id}
      placeholder={field.placeholder}
      autoComplete="off"
      enterKeyHint="next"
    />
  )
}
