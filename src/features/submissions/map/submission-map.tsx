import { useMemo, useState } from 'react'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { ShapesView } from '../../../maps/shapes-view.tsx'
import { submission as words } from '../../../messages/submissions/submission.ts'
import { List, ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import { placesOf } from './places.ts'

interface SubmissionMapProps {
  readonly submission: SubmissionDoc
  readonly questions: readonly FormQuestionDoc[]
}

const none: readonly string[] = []

/** The places of a submission on a small map, with their names; a tap on either marks the other. */
export function SubmissionMap({ submission, questions }: SubmissionMapProps) {
  const places = useMemo(() => placesOf(submission, questions), [submission, questions])
  const shapes = useMemo(() => places.map(({ shape }) => shape), [places])
  const [chosen, setChosen] = useState(none)
  return (
    <>
      <ShapesView label={words.map} shapes={shapes} chosen={chosen} onChoose={setChosen} isSmall />
      <List>
        {places.map(({ shape: { id }, name, text }) => (
          <li key={id}>
            <button
              type="button"
              className={listRowClass()}
              aria-pressed={chosen.includes(id)}
              onClick={() => setChosen(chosen.includes(id) ? none : [id])}
            >
              <ListRowBody title={name} detail={<bdi>{text}</bdi>} />
            </button>
          </li>
        ))}
      </List>
    </>
  )
}
