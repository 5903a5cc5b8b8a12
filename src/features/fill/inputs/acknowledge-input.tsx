import { acknowledged } from '../../../form/types/types.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { CheckboxGroup } from '../../../ui/choices/checkbox-group.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import type { InputProps } from './input-props.ts'

/** ACKNOWLEDGE: one checkbox. */
export function AcknowledgeInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  return (
    <CheckboxGroup
      {...words}
      id={id}
      options={[{ value: acknowledged, label: inputs.acknowledge }]}
      value={answer === acknowledged ? [acknowledged] : []}
      onChange={([ticked = '']) => interview.edit(field, ticked)}
    />
  )
}
