import { useState } from 'react'
import { common } from '../../../messages/app/common.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { mapping } from '../../../messages/interview/mapping.ts'
import { DrawingView } from '../../../maps/drawing-view.tsx'
import type { MapPosition } from '../../../maps/shape.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useAnswer } from '../interview/fill-form.ts'
import { GeopointInput } from '../position/geopoint-input.tsx'
import { spokenText } from '../texts/spoken.ts'
import styles from './mapping.module.css'
import { measuresOf } from './measures.ts'
import { useAround } from './use-around.ts'
import { answerOf, drawnVertices, placedVertex } from './vertices.ts'

/** GEOPOINT with a map: chosen there with `placement-map`, otherwise only shown. */
export function MappedPositionInput(props: InputProps) {
  const { field } = props
  const { interview } = useFill()
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(interview.answers, field)
  const around = useAround(field)
  const value = [answer].flat().join(' ')
  const isChosen = field.appearance.includes('placement-map')
  const choose = (at: MapPosition) => {
    if (isChosen) interview.edit(field, answerOf([placedVertex(at)], false))
  }
  return (
    <>
      <GeopointInput
        {...props}
        more={
          <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
            {isChosen ? mapping.choose : mapping.look}
          </Button>
        }
      />
      <Dialog
        open={isOpen}
        title={spokenText(interview, field, field.label)}
        closeLabel={common.close}
        onClose={() => setOpen(false)}
        actions={
          <Button full onClick={() => setOpen(false)}>
            {inputs.done}
          </Button>
        }
      >
        <div className={styles.dialog}>
          <DrawingView
            isArea={false}
            isFixed={!isChosen}
            around={around}
            vertices={drawnVertices(value, false)}
            chosen={null}
            device={null}
            onTap={choose}
            onChoose={() => {}}
            onMove={(_place, at) => choose(at)}
            onInsert={() => {}}
          />
          <output className={styles.measures}>
            <bdi>
              {value === '' ? (isChosen ? mapping.chooseHint : '') : measuresOf('GEOPOINT', value)}
            </bdi>
          </output>
        </div>
      </Dialog>
    </>
  )
}
