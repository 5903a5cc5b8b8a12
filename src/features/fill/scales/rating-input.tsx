import { useId } from 'react'
import { inputs } from '../../../messages/interview/fill.ts'
import { numberText } from '../../../messages/locale.ts'
import { FieldGroup } from '../../../ui/choices/field-group.tsx'
import { StarIcon } from '../../../ui/icon.tsx'
import { useFill } from '../fill-context.tsx'
import { ClearButton } from '../inputs/clear-button.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useAnswer } from '../interview/fill-form.ts'
import { chosenNumber } from './chosen-number.ts'
import { RangeInput } from './range-input.tsx'
import styles from './rating-input.module.css'

/** More stars do not fit on a phone, and a form may ask for any number of them. */
const mostStars = 20

/** RATING: a number of stars, or a line where there would be too many. */
export function RatingInput(props: InputProps) {
  const { min, max, step } = props.field.range
  return (max - min) / step < mostStars ? <Stars {...props} /> : <RangeInput {...props} />
}

/** They are radio buttons, so that arrow keys move between them. */
function Stars({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const name = useId()
  const answer = useAnswer(interview.answers, field)
  const { min, max, step } = field.range
  const chosen = chosenNumber(answer)
  const stars = Array.from(
    { length: Math.floor((max - min) / step) + 1 },
    (_, place) => min + place * step,
  )
  return (
    <FieldGroup {...words} id={id} role="radiogroup">
      <div className={styles.rating}>
        <div className={styles.stars}>
          {stars.map(star => (
            <label key={star} className={styles.star} data-full={chosen !== null && star <= chosen}>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                checked={star === chosen}
                aria-label={inputs.rated(star, max)}
                onChange={() => interview.edit(field, String(star))}
              />
              <StarIcon />
            </label>
          ))}
        </div>
        {/* Given in another version of the form, and sent as it is. */}
        {chosen !== null && !stars.includes(chosen) && <output>{numberText(chosen)}</output>}
        {chosen !== null && !field.isRequired && (
          <ClearButton onClear={() => interview.edit(field, '')} />
        )}
      </div>
    </FieldGroup>
  )
}
