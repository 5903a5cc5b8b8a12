import type { CaseEntry } from '../../../known-cases/case-entry.ts'
import { StandingBadge } from '../standing-badge.tsx'
import { DueText } from '../due-text.tsx'
import type { ListWords } from '../../../cases/property-words.ts'
import { Link } from '../../../lib/navigation/navigation.ts'
import { metresBetween, type Point } from '../../../location/metres-between.ts'
import { distanceText } from '../../../messages/device/storage.ts'
import { cases as messages } from '../../../messages/submissions/cases.ts'
import { href } from '../../../routes.ts'
import { factsLine } from '../../../ui/cards/facts.tsx'
import { ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import { tellingFacts } from './telling-facts.ts'
import styles from './case-row.module.css'

interface CaseRowProps {
  readonly entry: CaseEntry
  readonly words: ListWords
  /** null while that is unknown. */
  readonly here: Point | null
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** One case of the list; the row opens it. */
export function CaseRow({ entry, words, here, today }: CaseRowProps) {
  const { id, label, due, point, standing } = entry
  const facts = factsLine([
    here !== null && point !== null && distanceText(metresBetween(here, point)),
    ...tellingFacts(entry, words),
  ])
  return (
    <Link to={href('case', { id })} className={listRowClass()}>
      <ListRowBody
        leads
        title={label || messages.unnamed}
        detail={facts}
        end={
          (due !== '' || standing !== 'known') && (
            <span className={styles.end}>
              {due !== '' && <DueText due={due} today={today} />}
              <StandingBadge standing={standing} />
            </span>
          )
        }
      />
    </Link>
  )
}
