import { useState } from 'react'
import type { Condition } from '../../../../replication/wire/office/data-filter.ts'
import type { SubmissionTable } from '../../../../replication/wire/office/answers.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { AddIcon, CloseIcon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/inputs/search-field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useOffice } from '../../office-context.tsx'
import { conditionsIn, filterNames, whereOf, type Address } from '../address.ts'
import type { Words } from '../../words/words.ts'
import { ConditionDialog } from './condition-dialog.tsx'
import styles from './filters.module.css'

/** A condition in words. */
const conditionText = (
  condition: Condition,
  columns: SubmissionTable['columns'],
  { filters }: Words,
): string => {
  const column = columns.find(({ id }) => id === condition.field)
  const name = column?.label ?? condition.field
  switch (condition.is) {
    case 'contains':
      return filters.contains(name, condition.text)
    case 'any': {
      const labels = condition.values.map(
        value => column?.options.find(({ code }) => code === value)?.label ?? value,
      )
      return filters.any(name, labels.join(', '))
    }
    case 'between':
      return filters.between(name, condition.from, condition.until)
    case 'given':
      return filters.given(name)
    case 'empty':
      return filters.empty(name)
  }
}

/** The filters of the table. Each change is in the address. */
export function Filters({ address, table }: { address: Address; table: SubmissionTable | null }) {
  const { words } = useOffice()
  const { data, filters } = words
  const [isAdding, setAdding] = useState(false)
  const conditions = conditionsIn(address)
  const columns = table?.columns ?? []
  const change = (name: string) => (value: string) => address.change({ [name]: value })
  const isFiltered = filterNames.some(name => address.of(name) !== '')
  const surveyors = table?.surveyors ?? []
  return (
    <search className={styles.filters}>
      <div className={styles.fields}>
        <SearchField
          label={data.search}
          placeholder={data.search}
          clearLabel={data.clear}
          value={address.of('text')}
          onChange={change('text')}
        />
        <Select
          label={data.surveyor}
          placeholder={data.everyone}
          value={address.of('surveyor')}
          options={surveyors.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => change('surveyor')(target.value)}
        />
        <TextField
          label={data.from}
          type="date"
          value={address.of('from')}
          onChange={({ target }) => change('from')(target.value)}
        />
        <TextField
          label={data.until}
          type="date"
          value={address.of('until')}
          onChange={({ target }) => change('until')(target.value)}
        />
      </div>
      <ul className={styles.chips} aria-label={filters.title}>
        {conditions.map((condition, at) => {
          const text = conditionText(condition, columns, words)
          return (
            <li key={`${condition.field} ${at}`}>
              <RemoveChip
                text={text}
                label={filters.remove(text)}
                onRemove={() =>
                  address.change({ where: whereOf(conditions.filter((_, place) => place !== at)) })
                }
              />
            </li>
          )
        })}
        {address.of('box') !== '' && (
          <li>
            <RemoveChip
              text={filters.place}
              label={filters.remove(filters.place)}
              onRemove={() => address.change({ box: '' })}
            />
          </li>
        )}
        <li>
          <Button variant="quiet" size="s" icon={<AddIcon />} onClick={() => setAdding(true)}>
            {filters.add}
          </Button>
        </li>
        {isFiltered && (
          <li>
            <Button
              variant="quiet"
              size="s"
              onClick={() =>
                address.change(Object.fromEntries(filterNames.map(name => [name, ''])))
              }
            >
              {data.reset}
            </Button>
          </li>
        )}
      </ul>
      {isAdding && (
        <ConditionDialog
          columns={columns}
          onClose={() => setAdding(false)}
          onAdd={condition => {
            address.change({ where: whereOf([...conditions, condition]) })
            setAdding(false)
          }}
        />
      )}
    </search>
  )
}

function RemoveChip({
  text,
  label,
  onRemove,
}: {
  text: string
  label: string
  onRemove: () => void
}) {
  return (
    <button type="button" className={styles.chip} aria-label={label} onClick={onRemove}>
      <bdi>{text}</bdi>
      <CloseIcon />
    </button>
  )
}
