import { fill } from '../../../messages/interview/fill.ts'
import { numberText } from '../../../messages/locale.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import { ClearButton } from '../inputs/clear-button.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { chosenNumber } from './chosen-number.ts'
import styles from './range-input.module.css'

/** RANGE: a number on a line; no answer until the line is touched. */
export function RangeInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const { min, max, step } = field.range
  const number = chosenNumber(answer)
  const isAnswered = number !== null
  const middle = min + Math.round((max - min) / 2 / step) * step
  const set = (value: string) => interview.edit(field, value)
  return (
    <Field {...words} id={id}>
      {control => (
        <div className={styles.range}>
          <div className={styles.value}>
            <output htmlFor={control.id} data-empty={!isAnswered}>
              {isAnswered ? numberText(number) : fill.unanswered}
            </output>
            {isAnswered && !field.isRequired && <ClearButton onClear={() => set('')} />}
          </div>
          <input
            {...control}
            type="range"
            min={min}
            max={max}
            step={step}
            value={isAnswered ? number : middle}
            data-empty={!isAnswered}
            aria-valuetext={isAnswered ? numberText(number) : fill.unanswered}
            onChange={event => set(event.target.value)}
            // A tap on the knob in its first place changes no value, but is an answer too.
            onClick={event => set(event.currentTarget.value)}
            // Chromium fires no click for such a tap by touch.
            onPointerUp={event => {
              if (event.pointerType !== 'mouse') set(event.currentTarget.value)
            }}
            onKeyDown={event => {
              if (event.key === 'Enter') set(event.currentTarget.value)
            }}
          />
          <div className={styles.ends} aria-hidden>
            <span>{numberText(min)}</span>
            <span>{numberText(max)}</span>
          </div>
        </div>
      )}
    </Field>
  )
}
