import { useId, useState } from 'react'
import type { FormOverview } from '../../../replication/wire/office/form-answers.ts'
import { numberText } from '../../messages/locale.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import { Changes } from './changes.tsx'
import styles from './forms.module.css'

/** The versions of a form, and what changed from one to another. */
export function Versions({ form: { id, versions } }: { form: FormOverview }) {
  const { form } = useOffice().words
  const heading = useId()
  const [newest, previous] = versions
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{form.versions}</h2>
      <Table
        caption={form.versions}
        rows={versions}
        keyOf={row => String(row.number)}
        columns={[
          {
            key: 'version',
            head: form.version,
            renderCell: row => form.versionName(row.number),
          },
          { key: 'from', head: form.from, renderCell: row => momentText(row.created_at) },
          {
            key: 'fields',
            head: form.fields,
            isNumber: true,
            renderCell: row => numberText(row.fields),
          },
        ]}
      />
      {newest !== undefined && previous !== undefined && (
        <Comparison
          key={newest.number}
          id={id}
          numbers={versions.map(({ number }) => number)}
          first={[previous.number, newest.number]}
        />
      )}
    </section>
  )
}

function Comparison({
  id,
  numbers,
  first: [firstFrom, firstTo],
}: {
  id: string
  numbers: readonly number[]
  first: readonly [number, number]
}) {
  const { form } = useOffice().words
  const [from, setFrom] = useState(String(firstFrom))
  const [to, setTo] = useState(String(firstTo))
  const read = useRead('formChanges', { id, query: { from, to } })
  const options = numbers.map(number => ({
    value: String(number),
    label: form.versionName(number),
  }))
  return (
    <>
      <h3>{form.compare}</h3>
      <div className={styles.compare}>
        <Select
          label={form.before}
          value={from}
          options={options}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Select
          label={form.after}
          value={to}
          options={options}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <Reading read={read}>{changes => <Changes changes={changes} />}</Reading>
    </>
  )
}
