import { useCallback, useSyncExternalStore } from 'react'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import { isOnScreen } from '../../../form/answers/on-screen.ts'
import { useFill } from '../fill-context.tsx'
import { fieldText } from '../texts/field-text.tsx'
import styles from './line-of-options.module.css'

const valuesOf = ({ options }: CompiledField): string =>
  JSON.stringify(options.map(({ value }) => value))

/** The rows of the same table above a row: the questions right before it with the same options. */
const rowsAbove = (form: CompiledForm, row: CompiledField): readonly CompiledField[] => {
  const fields = form.partByIndex.get(row.index)?.fields ?? []
  const before = fields.slice(
    0,
    fields.findIndex(({ id }) => id === row.id),
  )
  const isOther = (field: CompiledField) =>
    !field.appearance.includes('list-nolabel') || valuesOf(field) !== valuesOf(row)
  const others = before.map(isOther).lastIndexOf(true)
  return before.slice(others + 1)
}

/** Whether a row is the first one of its table that is asked now. */
export const useIsTop = (field: CompiledField): boolean => {
  const { interview } = useFill()
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = rowsAbove(interview.form, field).map(({ id }) =>
        interview.logicTicks.watch(id, changed),
      )
      return () => stops.forEach(stop => stop())
    },
    [interview, field],
  )
  return useSyncExternalStore(
    subscribe,
    () => !rowsAbove(interview.form, field).some(row => isOnScreen(interview, row)),
  )
}

/** The words of the options above the rows of a table. Hidden from screen readers, because each option has its own. */
export function TableHead({ field }: { readonly field: CompiledField }) {
  const { interview } = useFill()
  return (
    <div aria-hidden className={styles.head}>
      <div>
        {interview.logic.options(field).map(({ value, label }) => (
          <span key={value}>{fieldText(field, label)}</span>
        ))}
      </div>
    </div>
  )
}
