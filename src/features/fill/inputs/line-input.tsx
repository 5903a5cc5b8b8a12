import type { ComponentProps, ReactNode } from 'react'
import { useApp } from '../../../context.tsx'
import { inputs } from '../../../messages/interview/fill.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
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
  const { env } = useApp()
  return (
    <Line
      {...props}
      keyboard={{ type: 'text', inputMode: 'decimal', autoCorrect: 'off', spellCheck: false }}
      trailing={env.install.isApple ? <MinusButton {...props} /> : undefined}
    />
  )
}

/** Adds or removes the minus of a number, where the keypad has none. */
function MinusButton({ field }: InputProps) {
  const { interview } = useFill()
  const flip = () => {
    const number = interview.answers.get(field).toString()
    interview.edit(field, number.startsWith('-') ? number.slice(1) : `-${number}`)
  }
  return (
    <IconButton
      label={inputs.minus}
      icon={<span>±</span>}
      // The box keeps the focus, because the digits follow.
      onPointerDown={event => event.preventDefault()}
      onClick={flip}
    />
  )
}

interface LineProps extends InputProps {
  /** The attributes that select the right on-screen keyboard. */
  readonly keyboard: ComponentProps<'input'>
  /** What is at the end of the box. */
  readonly trailing?: ReactNode
}

/** One line; autofill is off, because the answers are not the surveyor's own data. */
function Line({ field, id, words, keyboard, trailing }: LineProps) {
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      {...keyboard}
      trailing={trailing}
      id={id}
      placeholder={field.placeholder}
      autoComplete="off"
      enterKeyHint="next"
    />
  )
}
