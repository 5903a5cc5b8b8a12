import { useState } from 'react'
import type { Condition } from '../../../../replication/wire/office/data-filter.ts'
import type { SubmissionTable } from '../../../../replication/wire/office/answers.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CheckboxGroup } from '../../../ui/choices/checkbox-group.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useOffice } from '../../office-context.tsx'
import { isPhotoType } from '../photos/photos.ts'
import styles from './filters.module.css'

type Column = SubmissionTable['columns'][number]
type Kind = Condition['is']

const isDay = ({ type }: Column): boolean => type === 'DATE' || type === 'DATETIME'

/** The conditions that make sense for a column, the likeliest first. */
const kindsOf = (column: Column): readonly Kind[] => {
  const isFile = isPhotoType(column.type) || column.type === 'FILE' || column.type === 'AUDIO'
  if (isFile) return ['given', 'empty']
  if (column.is_number || isDay(column)) return ['between', 'given', 'empty']
  return column.options.length > 0 ? ['any', 'given', 'empty'] : ['contains', 'given', 'empty']
}

/** Asks for a column and what its answers must be. */
export function ConditionDialog({
  columns,
  onAdd,
  onClose,
}: {
  columns: readonly Column[]
  onAdd: (condition: Condition) => void
  onClose: () => void
}) {
  const { words } = useOffice()
  const { filters } = words
  const [field, setField] = useState(columns[0]?.id ?? '')
  const [chosen, setChosen] = useState<Kind | ''>('')
  const [text, setText] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [values, setValues] = useState<readonly string[]>([])
  const column = columns.find(({ id }) => id === field)
  const kinds = column === undefined ? [] : kindsOf(column)
  const is = kinds.find(kind => kind === chosen) ?? kinds[0]
  const condition = (): Condition | null => {
    if (is === undefined) return null
    switch (is) {
      case 'contains':
        return text.trim() === '' ? null : { field, is, text: text.trim() }
      case 'any':
        return values.length === 0 ? null : { field, is, values: [...values] }
      case 'between':
        return from === '' && until === '' ? null : { field, is, from, until }
      case 'given':
      case 'empty':
        return { field, is }
    }
  }
  const made = condition()
  const bound = column !== undefined && isDay(column) ? 'date' : 'number'
  return (
    <Dialog
      open
      title={filters.add}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        <Button softDisabled={made === null} onClick={() => made !== null && onAdd(made)}>
          {filters.apply}
        </Button>
      }
    >
      <div className={styles.form}>
        <Select
          label={filters.column}
          value={field}
          options={columns.map(({ id, label }) => ({ value: id, label }))}
          onChange={({ target }) => {
            setField(target.value)
            setValues([])
          }}
        />
        <Select
          label={filters.condition}
          value={is ?? ''}
          options={kinds.map(kind => ({ value: kind, label: filters.kinds[kind] }))}
          onChange={({ target }) => setChosen(kinds.find(kind => kind === target.value) ?? '')}
        />
        {is === 'contains' && (
          <TextField
            label={filters.text}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {is === 'between' && (
          <div className={styles.range}>
            <TextField
              label={filters.from}
              type={bound}
              step="any"
              value={from}
              onChange={({ target }) => setFrom(target.value)}
            />
            <TextField
              label={filters.until}
              type={bound}
              step="any"
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          </div>
        )}
        {is === 'any' && column !== undefined && (
          <CheckboxGroup
            label={filters.options}
            options={column.options.map(({ code, label }) => ({ value: code, label }))}
            value={[...values]}
            onChange={setValues}
          />
        )}
      </div>
    </Dialog>
  )
}
