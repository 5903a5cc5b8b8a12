import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useAnswer } from '../interview/fill-form.ts'

/** What the form works out itself; it can be read and copied, and not typed. */
export function Calculated({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  return (
    <TextField
      {...words}
      id={id}
      readOnly
      value={typeof answer === 'string' ? answer : answer.join(', ')}
    />
  )
}
