import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import { cx } from '../cx.ts'
import type { Option } from '../inputs/select.tsx'

/** An option of a card; its label may contain markup. */
export interface CardOption extends Omit<Option, 'label'> {
  label: ReactNode
}

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'value'> {
  option: CardOption
}

/** One option as a card that can be tapped anywhere. Used by RadioGroup and CheckboxGroup. */
export function ChoiceCard({ option, ...input }: ChoiceCardProps) {
  return (
    <label className={styles.card}>
      <input
        {...input}
        className={cx(styles.mark, input.type === 'radio' && styles.round)}
        value={option.value}
        disabled={Boolean(input.disabled) || Boolean(option.disabled)}
      />
      <span className={styles.words}>
        {option.label}
        {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
      </span>
    </label>
  )
}
