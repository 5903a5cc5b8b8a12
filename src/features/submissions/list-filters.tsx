import { useEffect, useState } from 'react'
import type { Database } from '../../../collections/database.ts'
import { visibleSubmissions } from '../../../collections/queries.ts'
import type { FormDoc } from '../../../collections/schemas/forms.ts'
import { useWorkspace } from '../../context.tsx'
import { common } from '../../messages/app/common.ts'
import { submissions as words } from '../../messages/submissions/submissions.ts'
import { Chip, ChipRow } from '../../ui/actions/chip.tsx'
import { LocationIcon, PendingIcon } from '../../ui/icon.tsx'
import type { Listed } from './listed.ts'

type Form = Pick<FormDoc, 'id' | 'title'>

interface ListFiltersProps {
  readonly list: Listed
  readonly onChange: (changed: Partial<Listed>) => void
  /** The surveys that can be chosen; none in the list of one survey. */
  readonly forms: readonly Form[]
  /** A map is of one survey. */
  readonly isOfOneSurvey: boolean
  /** Changes when submissions come or go. */
  readonly count: number | null
}

/** What the list can be limited to: what waits, a time, and one of the surveys if there are several. */
export function ListFilters({ list, onChange, forms, isOfOneSurvey, count }: ListFiltersProps) {
  const { db } = useWorkspace()
  const used = useUsedForms(db, forms, count)
  return (
    <ChipRow label={words.filter} inOneLine>
      <Chip
        icon={<PendingIcon />}
        selected={list.pendingOnly}
        onPress={() => onChange({ pendingOnly: !list.pendingOnly })}
      >
        {words.pendingOnly}
      </Chip>
      {isOfOneSurvey && (
        <Chip
          icon={<LocationIcon />}
          selected={list.onMap}
          onPress={() => onChange({ onMap: !list.onMap })}
        >
          {words.onMap}
        </Chip>
      )}
      {(['today', 'week'] as const).map(period => (
        <Chip
          key={period}
          selected={list.period === period}
          onPress={() => onChange({ period: list.period === period ? null : period })}
        >
          {words.periods[period]}
        </Chip>
      ))}
      {used.length > 1 &&
        used.map(({ id, title }) => (
          <Chip
            key={id}
            selected={list.formId === id}
            onPress={() => onChange({ formId: list.formId === id ? null : id })}
          >
            <bdi>{title || common.untitledForm}</bdi>
          </Chip>
        ))}
    </ChipRow>
  )
}

/** Those of the surveys that have submissions; none until the list itself is read. */
const useUsedForms = (
  db: Database,
  forms: readonly Form[],
  count: number | null,
): readonly Form[] => {
  const [usedIds, setUsedIds] = useState<ReadonlySet<string>>(new Set())
  const key = forms.map(({ id }) => id).join('\n')
  useEffect(() => {
    if (count === null) return undefined
    let isCurrent = true
    const look = async () => {
      const ids = key === '' ? [] : key.split('\n')
      const found = await Promise.all(
        ids.map(async formId => {
          const rows = await visibleSubmissions({ formId }, 1).build(db.submissions).exec()
          return rows.length === 0 ? [] : [formId]
        }),
      )
      if (isCurrent) setUsedIds(new Set(found.flat()))
    }
    // It fails only while the database is closing.
    void look().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [db, key, count])
  return forms.filter(({ id }) => usedIds.has(id))
}
