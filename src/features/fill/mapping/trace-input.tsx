import { useState } from 'react'
import { mapping } from '../../../messages/interview/mapping.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FieldGroup } from '../../../ui/choices/field-group.tsx'
import { LocationIcon } from '../../../ui/icon.tsx'
import { useFill } from '../fill-context.tsx'
import { ClearButton } from '../inputs/clear-button.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useAnswer } from '../interview/fill-form.ts'
import styles from './mapping.module.css'
import { TraceDialog } from './trace-dialog.tsx'
import { measuresOf } from './measures.ts'

/** GEOTRACE and GEOSHAPE: a line or an area, of taps on a map, of readings of the device, or typed. */
export function TraceInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(interview.answers, field)
  const value = typeof answer === 'string' ? answer : answer.join(';')
  const isArea = field.type === 'GEOSHAPE'
  return (
    // A group, because the button has a label of its own in addition to the question.
    <FieldGroup {...words} id={id}>
      <div className={styles.trace}>
        <output className={styles.measures}>
          <bdi>{measuresOf(field.type, value)}</bdi>
        </output>
        <Button full variant="secondary" icon={<LocationIcon />} onClick={() => setOpen(true)}>
          {value === '' ? (isArea ? mapping.drawArea : mapping.drawLine) : mapping.change}
        </Button>
        {value !== '' && (
          <div>
            <ClearButton onClear={() => interview.edit(field, '')} />
          </div>
        )}
      </div>
      {isOpen && <TraceDialog field={field} value={value} onClose={() => setOpen(false)} />}
    </FieldGroup>
  )
}
