import { fill } from '../../../messages/interview/fill.ts'
import { Badge } from '../../../ui/status/badge.tsx'
import { SuccessIcon } from '../../../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { shownSections } from './shown-sections.ts'
import type { Interview } from '../interview/interview-shape.ts'
import styles from './section-list.module.css'

interface SectionListProps {
  readonly interview: Interview
  readonly onGoTo: (field: CompiledField) => void
}

/** Every section with its progress as it is at this render; pressing one goes to it. */
export function SectionList({ interview, onGoTo }: SectionListProps) {
  return (
    <List>
      {shownSections(interview).map(({ id, name, fields }) => (
        <li key={id}>
          <button
            type="button"
            className={listRowClass()}
            onClick={() => fields[0] && onGoTo(fields[0])}
          >
            <SectionRow fields={fields} name={name} interview={interview} />
          </button>
        </li>
      ))}
    </List>
  )
}

interface SectionRowProps {
  readonly fields: readonly CompiledField[]
  readonly name: string
  readonly interview: Interview
}

/** A section that asks nothing, such as one of scores or notes, has no progress. */
function SectionRow({ fields, name, interview }: SectionRowProps) {
  const { validity, problems } = interview
  const total = fields.filter(validity.isAsked).length
  const answered = fields.filter(({ id }) => validity.isAnswered(id)).length
  const shown = fields.filter(({ id }) => problems.errors.get(id) !== null).length
  return (
    <ListRowBody
      title={name}
      detail={total > 0 && fill.sectionAnswered(answered, total)}
      end={
        shown > 0 ? (
          <Badge kind="failed">{shown}</Badge>
        ) : (
          total > 0 &&
          answered === total && (
            <span className={styles.complete}>
              <SuccessIcon />
            </span>
          )
        )
      }
      leads
    />
  )
}
