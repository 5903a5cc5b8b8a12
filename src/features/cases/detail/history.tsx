import { dateTimeText } from '../../../messages/app/time.ts'
import { oneCase as words } from '../../../messages/submissions/cases.ts'
import { Link } from '../../../lib/navigation/navigation.ts'
import { href } from '../../../routes.ts'
import { Card } from '../../../ui/cards/card.tsx'
import { factsLine } from '../../../ui/cards/facts.tsx'
import { AddIcon, DatabaseIcon, HistoryIcon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import { StandingBadge } from '../standing-badge.tsx'
import styles from './history.module.css'
import type { Visit } from './visits.ts'

const icons = { registered: AddIcon, visited: HistoryIcon, imported: DatabaseIcon }

interface HistoryProps {
  readonly visits: readonly Visit[]
  /** The titles of surveys, by their forms' ids. */
  readonly titles: ReadonlyMap<string, string>
}

/** Who registered and visited a case, the last first: when, by which survey, and what each visit recorded. */
export function History({ visits, titles }: HistoryProps) {
  return (
    <Stack>
      <SectionHeading>{words.history}</SectionHeading>
      <Card>
        <ol className={styles.visits}>
          {visits.map(visit => (
            <OneVisit key={visit.key} visit={visit} survey={titles.get(visit.formId) ?? ''} />
          ))}
        </ol>
      </Card>
    </Stack>
  )
}

function OneVisit({ visit, survey }: { readonly visit: Visit; readonly survey: string }) {
  const { kind, by, at, interview, standing, set } = visit
  const Icon = icons[kind]
  const title = words[kind]
  return (
    <li className={styles.visit}>
      <Icon />
      <div className={styles.words}>
        <h3 className={styles.title}>
          {interview === null ? (
            factsLine([title, survey])
          ) : (
            <Link className={styles.link} to={href('submission', { id: interview })}>
              {factsLine([title, survey])}
            </Link>
          )}
        </h3>
        <p className={styles.by}>
          {factsLine([kind === 'imported' ? by : by || words.unknownPerson, dateTimeText(at)])}
        </p>
        <StandingBadge standing={standing} />
        {set.length > 0 && (
          <dl className={styles.set}>
            {set.map(({ property, label, text }) => (
              <div key={property}>
                <dt>
                  <bdi>{label}</bdi>
                </dt>
                <dd>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}
