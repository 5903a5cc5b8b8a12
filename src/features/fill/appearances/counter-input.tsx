import { counter } from '../../../messages/interview/appearances.ts'
import { numberText } from '../../../messages/locale.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { AddIcon, LessIcon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useTypedAnswer } from '../inputs/use-typed-answer.ts'
import { useAnswer } from '../interview/fill-form.ts'
import { chosenNumber } from '../scales/chosen-number.ts'
import styles from './counter-input.module.css'

/** The count after one more or one less. Nothing is counted below 0; without an answer, one less is 0. */
const countedFrom = (count: number | null, by: 1 | -1): number =>
  count === null ? Math.max(0, by) : Math.max(Math.min(0, count), count + by)

/** NUMBER with `counter`: buttons and the arrow keys count; the number can also be typed. */
export function CounterInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const count = chosenNumber(useAnswer(interview.answers, field))
  const typed = useTypedAnswer<HTMLInputElement>(field)
  const step = (by: 1 | -1) => interview.edit(field, String(countedFrom(count, by)))
  const isLeast = count !== null && count <= 0
  return (
    <div className={styles.counter}>
      <TextField
        {...words}
        {...typed}
        id={id}
        type="text"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        onKeyDown={event => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          step(event.key === 'ArrowUp' ? 1 : -1)
        }}
        leading={
          <IconButton
            label={counter.less}
            icon={<LessIcon />}
            aria-disabled={isLeast}
            onClick={() => step(-1)}
          />
        }
        trailing={<IconButton label={counter.more} icon={<AddIcon />} onClick={() => step(1)} />}
      />
      {/* The box with the number is not where the focus is. */}
      <output className="visually-hidden">{count === null ? '' : numberText(count)}</output>
    </div>
  )
}
