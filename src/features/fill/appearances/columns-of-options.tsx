import type { CSSProperties } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CheckboxInput, RadioInput } from '../inputs/choice-input.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import styles from './columns-of-options.module.css'

/** The most columns where the form sets no number. */
const mostColumns = 4

/** The number of columns that words such as `columns-3` ask for. */
const columnsIn = (words: readonly string[]): number => {
  const numbered = words.find(word => /^columns-\d/.test(word))
  return numbered === undefined ? mostColumns : Number(numbered.slice('columns-'.length))
}

/** RADIO and CHECKBOX with `columns`, `columns-3`, `columns-pack` or `no-buttons`: in as many columns as fit. */
export function ColumnsOfOptions(props: InputProps) {
  const { type, appearance } = props.field
  const Options = type === 'RADIO' ? RadioInput : CheckboxInput
  const isPacked = appearance.includes('columns-pack')
  const hasColumns = appearance.some(word => word.startsWith('columns'))
  return (
    <div
      className={cx(
        hasColumns && (isPacked ? styles.packed : styles.columns),
        appearance.includes('no-buttons') && styles.bare,
      )}
      style={{ '--columns': columnsIn(appearance) } as CSSProperties}
    >
      <Options {...props} />
    </div>
  )
}
