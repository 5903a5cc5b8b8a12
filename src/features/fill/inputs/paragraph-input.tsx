import { TextArea } from '../../../ui/inputs/textarea.tsx'
import type { InputProps } from './input-props.ts'
import { useTypedAnswer } from './use-typed-answer.ts'

/** TEXTAREA: Enter makes a new line. */
export function ParagraphInput({ field, id, words }: InputProps) {
  return (
    <TextArea
      {...words}
      {...useTypedAnswer<HTMLTextAreaElement>(field)}
      id={id}
      placeholder={field.placeholder}
      autoComplete="off"
      autoCapitalize="sentences"
      enterKeyHint="enter"
    />
  )
}
