import { datePart, partOfDay } from '../../../form/types/dates.ts'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useTypedAnswer } from '../inputs/use-typed-answer.ts'

const monthOf = (day: string): string => partOfDay(day, 'month')
const yearOf = (day: string): string => partOfDay(day, 'year')

/** DATE with `month-year` or `year`: the month by the device's own picker, a year by four digits. */
export function MonthInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const { min, max } = interview.form.dates
  const isYear = datePart(field.appearance) === 'year'
  const typed = useTypedAnswer<HTMLInputElement>(field, isYear ? yearOf : monthOf)
  const box = { ...words, ...typed, id, autoComplete: 'off', enterKeyHint: 'next' } as const
  return isYear ? (
    <TextField {...box} inputMode="numeric" maxLength={4} placeholder={field.placeholder} />
  ) : (
    // The placeholder is for browsers without such a picker, which show a line of text.
    <TextField
      {...box}
      type="month"
      min={monthOf(min)}
      max={monthOf(max)}
      placeholder={monthOf(max)}
    />
  )
}
