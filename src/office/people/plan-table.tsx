import type { PeoplePlan, PlannedLine } from '../../../replication/wire/office/people-calls.ts'
import { numberText } from '../../messages/locale.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { useOffice } from '../office-context.tsx'
import { Table } from '../parts/table.tsx'
import type { Words } from '../words/words.ts'
import styles from './people.module.css'

/** The number of lines with which an import does this. */
export const countOf = ({ lines }: PeoplePlan, kind: PlannedLine['kind']): number =>
  lines.filter(line => line.kind === kind).length

const kinds = ['wrong', 'new', 'changed', 'unchanged'] as const
const looks = {
  wrong: 'failed',
  new: 'completed',
  changed: 'pending',
  unchanged: 'unpublished',
} as const

const whatOf = (line: PlannedLine, { importing }: Words): string => {
  switch (line.kind) {
    case 'new':
      return [line.name, ...(line.group === '' ? [] : [importing.joins(line.group)])].join(', ')
    case 'changed':
      return line.changes
        .map(({ field, before, after }) =>
          field === 'group'
            ? importing.joins(after)
            : `${importing.fields[field]}: ${before || '–'} → ${after}`,
        )
        .join('; ')
    case 'unchanged':
      return ''
    case 'wrong':
      return importing.wrong[line.why](line.text)
  }
}

/** What an import will do with each line, wrong ones first, and the button that does it. */
export function PlanTable({ plan, onImport }: { plan: PeoplePlan; onImport: () => void }) {
  const { words } = useOffice()
  const { importing } = words
  const work = countOf(plan, 'new') + countOf(plan, 'changed')
  const isWrong = countOf(plan, 'wrong') > 0
  const rows = kinds.flatMap(kind => plan.lines.filter(line => line.kind === kind))
  return (
    <div className={styles.plan}>
      <ul className={styles.counts} aria-label={importing.what}>
        {kinds.map(kind => (
          <li key={kind}>
            <Badge kind={looks[kind]}>{importing.counts[kind](countOf(plan, kind))}</Badge>
          </li>
        ))}
      </ul>
      {isWrong && <Alert kind="error">{importing.correct}</Alert>}
      {!isWrong && work === 0 && <Alert kind="info">{importing.nothing}</Alert>}
      {!isWrong && work > 0 && (
        <div className={styles.bar}>
          <Button onClick={onImport}>{importing.submit(work)}</Button>
          <span>{importing.nothingYet}</span>
        </div>
      )}
      <Table
        caption={importing.what}
        rows={rows}
        keyOf={row => String(row.line)}
        columns={[
          {
            key: 'email',
            head: words.people.email,
            renderCell: row => <bdi>{row.email}</bdi>,
          },
          {
            key: 'line',
            head: importing.line,
            isNumber: true,
            renderCell: row => numberText(row.line),
          },
          {
            key: 'kind',
            head: words.people.state,
            renderCell: row => <Badge kind={looks[row.kind]}>{importing.kinds[row.kind]}</Badge>,
          },
          {
            key: 'what',
            head: importing.what,
            renderCell: row => <bdi>{whatOf(row, words)}</bdi>,
          },
        ]}
      />
    </div>
  )
}
