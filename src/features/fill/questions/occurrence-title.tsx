import { useState } from 'react'
import { confirmWords } from '../../../messages/app/common.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { DeleteIcon } from '../../../ui/icon.tsx'
import type { CompiledSection, Occurrence } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import styles from './repeat-edge.module.css'
import { sectionsWithin } from '../interview/added-occurrence.ts'
import { HeadingText } from '../texts/heading-text.tsx'
import { sectionTitle } from '../texts/spoken.ts'

interface OccurrenceTitleProps {
  readonly section: CompiledSection
  readonly occurrence: Occurrence
}

/**
 * The name of an occurrence, and the button that removes it with those within it, with a question if it has answers. A
 * piece that goes on after a repeat within it has no button.
 */
export function OccurrenceTitle({ section, occurrence }: OccurrenceTitleProps) {
  const { interview } = useFill()
  const [isAsking, setAsking] = useState(false)
  const { repeat, number } = occurrence
  const title = sectionTitle(interview, section)
  const answered = () =>
    sectionsWithin(interview.form, section.id)
      .flatMap(({ fields }) => fields)
      .filter(({ id }) => interview.validity.isAnswered(id)).length
  const isRemovable =
    section.continues === null &&
    repeat.rules.count === undefined &&
    repeat.occurrences.length > repeat.rules.min
  const Heading = repeat.outer === null ? 'h3' : 'h4'
  const remove = () => interview.removeOccurrence(repeat.sectionId, number)
  return (
    <div className={styles.title}>
      <Heading>
        <HeadingText section={section} />
      </Heading>
      {isRemovable && (
        <IconButton
          label={repeats.remove(title)}
          icon={<DeleteIcon />}
          onClick={() => {
            if (answered() > 0) setAsking(true)
            else remove()
          }}
        />
      )}
      <Confirm
        open={isAsking}
        type="destructive"
        title={repeats.removeTitle(title)}
        message={isAsking ? repeats.removeMessage(answered()) : ''}
        confirmLabel={repeats.removeConfirm}
        words={confirmWords}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
