import { localMinute } from '../../../form/types/moments.ts'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from './input-props.ts'
import { useTypedAnswer } from './use-typed-answer.ts'

/** DATE: the device's own picker, within the range of 5.16. */
export function DateInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const { min, max } = interview.form.dates
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      id={id}
      type="date"
      min={min}
      max={max}
      enterKeyHint="next"
    />
  )
}

/** TIME: the device's own clock. */
export function TimeInput({ field, id, words }: InputProps) {
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      id={id}
      type="time"
      enterKeyHint="next"
    />
  )
}

/** DATETIME: the device's own picker, in the device's time zone; stored with that zone. */
export function MomentInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const { min, max } = interview.form.dates
  return (
    <TextField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field, localMinute)}
      id={id}
      type="datetime-local"
      min={`${min}T00:00`}
      max={`${max}T23:59`}
      enterKeyHint="next"
    />
  )
}
