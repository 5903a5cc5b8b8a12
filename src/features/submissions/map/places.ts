import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { readAnswer } from '../../../form/answers/reading.ts'
import { readingText } from '../../../interviews/reading-text.ts'
import { shapeIn } from '../../../maps/shape-in.ts'
import type { Shape } from '../../../maps/shape.ts'
import { placeText } from '../../../messages/interview/place.ts'
import { submission as words } from '../../../messages/submissions/submission.ts'

/** A place that a submission knows, with its words. */
interface Place {
  readonly shape: Shape
  readonly name: string
  readonly text: string
}

type Question = Pick<FormQuestionDoc, 'field_id' | 'label' | 'name' | 'type'>
type Placed = Pick<
  SubmissionDoc,
  'answers' | 'latitude' | 'longitude' | 'accuracy' | 'address' | 'city'
>

const placeTypes = ['GEOPOINT', 'GEOTRACE', 'GEOSHAPE'] as const

const placeTypeOf = ({ type }: Question) => placeTypes.find(known => known === type.toUpperCase())

/** Where the interview was made; null where that is not known. */
const interviewShape = (id: string, submission: Placed): Shape | null => {
  const { latitude, longitude, accuracy } = submission
  if (latitude === null || longitude === null) return null
  const metres = accuracy === null ? {} : { metres: accuracy }
  return { id, vertices: [{ latitude, longitude }], isArea: false, style: {}, ...metres }
}

/** Where a submission is among others: at the first place that the form asked for, else where the interview was made. */
export const placeOf = (
  submission: Placed & Pick<SubmissionDoc, 'id'>,
  questions: readonly Question[],
): Shape | null => {
  const { id, answers } = submission
  for (const question of questions) {
    const answer = placeTypeOf(question) === undefined ? undefined : answers[question.field_id]
    const shape = shapeIn(id, [answer ?? ''].flat().join(' '))
    if (shape !== null) return shape
  }
  const made = interviewShape(id, submission)
  return made === null ? null : { id, vertices: made.vertices, isArea: false, style: {} }
}

/** Every place of a submission: where the interview was made, and the answers in the form's order. */
export const placesOf = (submission: Placed, questions: readonly Question[]): readonly Place[] => {
  const made = interviewShape('$made', submission)
  const answered = questions.flatMap(question => {
    const type = placeTypeOf(question)
    if (type === undefined) return []
    return Object.entries(submission.answers).flatMap(([key, answer]): readonly Place[] => {
      const { fieldId, occurrence } = fieldOfAnswerKey(key)
      const shape = fieldId === question.field_id ? shapeIn(key, [answer].flat().join(' ')) : null
      if (shape === null) return []
      const reading = readAnswer(type, answer, [])
      const isPlace = reading.kind === 'trace' || reading.kind === 'position'
      const label = question.label || question.name || question.field_id
      return [
        {
          shape,
          name: occurrence === 0 ? label : `${label} (${occurrence + 1})`,
          text: isPlace ? readingText(reading) : [answer].flat().join(' '),
        },
      ]
    })
  })
  return [
    ...(made === null ? [] : [{ shape: made, name: words.madeAt, text: placeText(submission) }]),
    ...answered,
  ]
}
