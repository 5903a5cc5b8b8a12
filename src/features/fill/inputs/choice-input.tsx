import { inputs } from '../../../messages/fill.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../fill-form.ts'
import type { InputProps } from './input-props.ts'
import styles from './choice-input.module.css'
import { ListInput } from './list-input.tsx'

/** A SELECT with more options than this gets a list that can be searched. */
const shortList = 12

/** An answer that the form does not offer (any more) is shown as it is: nobody submits what they cannot see. */
const withUnknown = (options: readonly FieldOption[], chosen: readonly string[]) => {
  const unknown = chosen.filter(value => value !== '' && !options.some(one => one.value === value))
  return unknown.length === 0
    ? options
    : [...options, ...unknown.map(value => ({ value, label: value }))]
}

/** RADIO, CHECKBOX and SELECT; several values are stored as a list. */
export function ChoiceInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const one = typeof answer === 'string' ? answer : (answer[0] ?? '')
  const several = typeof answer === 'string' ? (answer === '' ? [] : [answer]) : answer
  const options = withUnknown(interview.logic.options(field), several)
  const choose = (value: string | string[]) => interview.edit(field, value)

  if (field.type === 'SELECT' && field.options.length > shortList) {
    return (
      <ListInput
        field={{ ...field, options }}
        id={id}
        words={words}
        value={several}
        onChange={choose}
      />
    )
  }
  if (field.multiple) {
    return <CheckboxGroup {...words} id={id} options={options} value={several} onChange={choose} />
  }
  if (field.type === 'SELECT') {
    return (
      <Select
        {...words}
        id={id}
        options={options}
        placeholder={field.placeholder || inputs.choose}
        value={one}
        onChange={event => choose(event.target.value)}
      />
    )
  }
  return (
    <div className={styles.radio}>
      <RadioGroup {...words} id={id} options={options} value={one} onChange={choose} />
      {one !== '' && !field.isRequired && (
        <Button variant="quiet" size="s" onClick={() => choose('')}>
          {inputs.clear}
        </Button>
      )}
    </div>
  )
}
