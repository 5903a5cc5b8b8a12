import { fill } from '../../../messages/interview/fill.ts'
import { numberText } from '../../../messages/locale.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import { ClearButton } from '../inputs/clear-button.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { chosenNumber } from './chosen-number.ts'
import { RangeTicks, tickText } from './range-ticks.tsx'
import styles from './range-input.module.css'

/** RANGE: a number on a line; no answer until the line is touched. A form may set where its knob waits until then. */
export function RangeInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const { min, max, step } = field.range
  const number = chosenNumber(answer)
  const isAnswered = number !== null
  const { placeholder = Number.NaN } = field.parameters
  const isPlaced = placeholder >= min && placeholder <= max
  const middle = min + Math.round((max - min) / 2 / step) * step
  const waiting = isPlaced ? placeholder : middle
  const said = isAnswered ? tickText(interview, field, number) : fill.unanswered
  const set = (value: string) => interview.edit(field, value)
  return (
    <Field {...words} id={id}>
      {control => (
        <div className={styles.range}>
          <div className={styles.value}>
            <output htmlFor={control.id} data-empty={!isAnswered}>
              <bdi>{said}</bdi>
            </output>
            {isAnswered && !field.isRequired && <ClearButton onClear={() => set('')} />}
          </div>
          <input
            {...control}
            type="range"
            min={min}
            max={max}
            step={step}
            value={isAnswered ? number : waiting}
            data-empty={!isAnswered}
            data-placed={isPlaced}
            aria-valuetext={said}
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
          <RangeTicks field={field} />
          <div className={styles.ends} aria-hidden>
            <span>{numberText(min)}</span>
            <span>{numberText(max)}</span>
          </div>
        </div>
      )}
    </Field>
  )
}
