import type { CSSProperties } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { CheckboxInput, RadioInput } from '../inputs/choice-input.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { spokenOptions } from '../texts/spoken.ts'
import { TableHead, useIsTop } from './table-head.tsx'
import styles from './line-of-options.module.css'

/** The letters of the longest word in the labels of the options. */
const longestWord = (interview: Interview, field: CompiledField): number => {
  const labels = spokenOptions(interview, field, interview.logic.options(field))
  return Math.max(1, ...labels.flatMap(({ label }) => label.split(/\s+/)).map(word => word.length))
}

/** With more options, none of them has room for words. */
const mostInLine = 11

/**
 * RADIO and CHECKBOX with `likert` or `list`: the options in one line, each with its words below; where they do not fit,
 * one below the other. With `list-nolabel`, rows of a table: where it fits, the words are only in its head.
 */
export function LineOfOptions(props: InputProps) {
  const { field } = props
  const { interview } = useFill()
  const isTop = useIsTop(field)
  const Options = field.type === 'RADIO' ? RadioInput : CheckboxInput
  const points = interview.logic.options(field).length
  if (points > mostInLine) return <Options {...props} />
  const isRow = field.appearance.includes('list-nolabel')
  return (
    <div
      className={cx(
        styles.line,
        isRow && styles.row,
        field.appearance.includes('likert') && styles.scale,
      )}
      style={{ '--points': points, '--letters': longestWord(interview, field) } as CSSProperties}
    >
      {isRow && isTop && <TableHead field={field} />}
      <Options {...props} />
    </div>
  )
}
