import { useMemo } from 'react'
import { throttleTime } from 'rxjs'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Card } from '../../../ui/cards/card.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { SectionList } from './section-list.tsx'
import styles from './section-list.module.css'

interface SectionSideProps {
  readonly interview: Interview
  readonly onGoTo: (field: CompiledField) => void
}

/** How often the list is updated at most, because it looks at every field and must not slow down typing. */
const everyMs = 300

/** The sections next to the questions, where the window has room; they follow the answers. */
export function SectionSide({ interview, onGoTo }: SectionSideProps) {
  const progress$ = useMemo(
    () =>
      interview.validity.progress$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      ),
    [interview],
  )
  useStream(progress$, interview.validity.progress())
  return (
    <nav aria-labelledby="fill-sections" className={styles.side}>
      <SectionHeading id="fill-sections">{fill.sections}</SectionHeading>
      <Card flush>
        <SectionList interview={interview} onGoTo={onGoTo} />
      </Card>
    </nav>
  )
}
