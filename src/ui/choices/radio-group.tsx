import { useId } from 'react'
import { type CardOption, ChoiceCard } from './choice-card.tsx'
import { FieldGroup } from './field-group.tsx'
import type { FieldText } from '../inputs/field.tsx'

/** The properties of a choice of one; `value` is empty while nothing is chosen. */
interface RadioGroupProps extends FieldText {
  id?: string | undefined
  name?: string | undefined
  options: readonly CardOption[]
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  disabled?: boolean | undefined
}

/** Chooses one of a few options, as tap cards; arrow keys move as in any radio group. */
export function RadioGroup(props: RadioGroupProps) {
  const { name, options, value, onChange, disabled, ...group } = props
  const ownName = useId()
  return (
    <FieldGroup {...group} role="radiogroup">
      {options.map(option => (
        <ChoiceCard
          key={option.value}
          type="radio"
          option={option}
          name={name ?? ownName}
          checked={option.value === value}
          disabled={disabled}
          onChange={() => onChange(option.value)}
        />
      ))}
    </FieldGroup>
  )
}
