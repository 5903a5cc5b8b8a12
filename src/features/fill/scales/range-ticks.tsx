import type { CSSProperties } from 'react'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { common } from '../../../messages/app/common.ts'
import { numberText } from '../../../messages/locale.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { fieldText } from '../texts/field-text.tsx'
import { spokenText } from '../texts/spoken.ts'
import styles from './range-ticks.module.css'

/** More ticks would be one grey band on a phone. */
const mostTicks = 60

/** The numbers with a tick; none where the form sets no interval. */
const ticksOf = ({ range: { min, max }, parameters }: CompiledField): readonly number[] => {
  const { tick_interval: interval = Number.POSITIVE_INFINITY } = parameters
  const count = Math.floor((max - min) / interval + 1e-6)
  return count < 1 || count > mostTicks
    ? []
    : Array.from({ length: count + 1 }, (_, place) => min + place * interval)
}

/** The options of a RANGE that label a number on its line. */
const labelsOf = ({ options, range: { min, max } }: CompiledField): readonly FieldOption[] =>
  options.filter(({ value }) => Number(value) >= min && Number(value) <= max)

/** A number on a line, with the label of its tick if it has one. */
export const tickText = (interview: Interview, field: CompiledField, number: number): string => {
  const option = labelsOf(field).find(({ value }) => Number(value) === number)
  const label = option === undefined ? '' : spokenText(interview, field, option.label)
  return [numberText(number), label].filter(Boolean).join(common.comma)
}

/** The ticks of a line and their labels, at their places. A screen reader reads the label of the chosen number. */
export function RangeTicks({ field }: { readonly field: CompiledField }) {
  const { min, max } = field.range
  const ticks = ticksOf(field)
  const labels = labelsOf(field)
  const at = (number: number) => ({ '--at': (number - min) / (max - min) }) as CSSProperties
  return (
    <div aria-hidden className={styles.scale}>
      {ticks.map(tick => (
        <span key={tick} className={styles.tick} style={at(tick)} />
      ))}
      {labels.length > 0 && (
        <div className={styles.labels} style={{ '--labels': labels.length } as CSSProperties}>
          {labels.map(({ value, label }) => (
            <span key={value} className={styles.label} style={at(Number(value))}>
              <span>{fieldText(field, label)}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
