import { type CardOption, ChoiceCard } from './choice-card.tsx'
import { FieldGroup } from './field-group.tsx'
import type { FieldText } from '../inputs/field.tsx'

/** The properties of a choice of several; `onChange` gets the values in the order of the options. */
interface CheckboxGroupProps extends FieldText {
  id?: string | undefined
  name?: string | undefined
  options: readonly CardOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
  disabled?: boolean | undefined
}

/** Chooses any number of a few options, as tap cards. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { name, options, value, onChange, disabled, ...group } = props
  const toggle = (toggled: string) => {
    const isOn = (option: string) => value.includes(option) !== (option === toggled)
    onChange(options.map(option => option.value).filter(isOn))
  }
  return (
    <FieldGroup {...group}>
      {options.map(option => (
        <ChoiceCard
          key={option.value}
          type="checkbox"
          option={option}
          name={name}
          checked={value.includes(option.value)}
          disabled={disabled}
          aria-invalid={group.error ? true : undefined}
          onChange={() => toggle(option.value)}
        />
      ))}
    </FieldGroup>
  )
}
