import { useState } from 'react'
import { confirmWords } from '../../../messages/app/common.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { DeleteIcon } from '../../../ui/icon.tsx'
import type { CompiledSection, Occurrence } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import styles from './repeat-edge.module.css'
import { HeadingText } from '../texts/heading-text.tsx'
import { sectionTitle } from '../texts/spoken.ts'

interface OccurrenceTitleProps {
  readonly section: CompiledSection
  readonly occurrence: Occurrence
}

/** The name of an occurrence, and the button that removes it, with a question if it has answers. */
export function OccurrenceTitle({ section, occurrence }: OccurrenceTitleProps) {
  const { interview } = useFill()
  const [isAsking, setAsking] = useState(false)
  const { repeat, number } = occurrence
  const title = sectionTitle(interview, section)
  const answered = section.fields.filter(({ id }) => interview.validity.isAnswered(id)).length
  const remove = () => interview.removeOccurrence(repeat.sectionId, number)
  return (
    <div className={styles.title}>
      <h3>
        <HeadingText section={section} />
      </h3>
      {repeat.rules.count === undefined && repeat.occurrences.length > repeat.rules.min && (
        <IconButton
          label={repeats.remove(title)}
          icon={<DeleteIcon />}
          onClick={() => {
            const { isAnswered } = interview.validity
            if (section.fields.some(({ id }) => isAnswered(id))) setAsking(true)
            else remove()
          }}
        />
      )}
      <Confirm
        open={isAsking}
        type="destructive"
        title={repeats.removeTitle(title)}
        message={repeats.removeMessage(answered)}
        confirmLabel={repeats.removeConfirm}
        words={confirmWords}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
