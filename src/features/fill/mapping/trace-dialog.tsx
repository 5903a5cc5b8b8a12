import { useState } from 'react'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { isPosition } from '../../../form/types/positions.ts'
import { verticesIn, type Vertex } from '../../../form/types/traces.ts'
import { asciiDigits } from '../../../lib/ascii-digits.ts'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { common } from '../../../messages/app/common.ts'
import { inputs, problems } from '../../../messages/interview/fill.ts'
import { mapping } from '../../../messages/interview/mapping.ts'
import { numberText } from '../../../messages/locale.ts'
import { DrawingView } from '../../../maps/drawing-view.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { useFill } from '../fill-context.tsx'
import type { ReadPosition } from '../position/read-position.ts'
import { problemText } from '../questions/problem-text.ts'
import { spokenText } from '../texts/spoken.ts'
import styles from './mapping.module.css'
import { Recorder } from './recorder.tsx'
import { measuresOf } from './measures.ts'
import { useAround } from './use-around.ts'
import { VertexList } from './vertex-list.tsx'
import { answerOf, drawnVertices, placedVertex } from './vertices.ts'

/** How many changes can be undone; each is a whole answer, which may have thousands of vertices. */
const mostUndone = 50

interface TraceDialogProps {
  readonly field: CompiledField
  readonly value: string
  readonly onClose: () => void
}

/** Draws a line or an area. Every change is the answer at once, and is written to the device. */
export function TraceDialog({ field, value, onClose }: TraceDialogProps) {
  const { interview } = useFill()
  const isArea = field.type === 'GEOSHAPE'
  const around = useAround(field)
  const vertices = drawnVertices(value, isArea)
  const [chosen, setChosen] = useState<number | null>(null)
  const [before, setBefore] = useState<readonly string[]>([])
  const [device, setDevice] = useState<ReadPosition | null>(null)
  const error = useKeyed(interview.problems.errors, field.id)
  const keep = (next: string) => {
    interview.edit(field, next)
    if (field.parameters.incremental !== undefined) interview.problems.reveal(field)
    void interview.writer.flush().catch(() => undefined)
  }
  /** Changes the vertices as they are now, which may be more than those on screen: a walk goes on meanwhile. */
  const change = (to: (now: readonly Vertex[]) => readonly Vertex[]) => {
    const now = [interview.answers.get(field)].flat().join(';')
    setBefore(texts => [...texts.slice(1 - mostUndone), now])
    keep(answerOf(to(drawnVertices(now, isArea)), isArea))
  }
  /** The vertices with others in place of `count` of them. */
  const replace = (place: number, count: number, ...others: readonly Vertex[]) =>
    change(now => [...now.slice(0, place), ...others, ...now.slice(place + count)])
  const insert = (place: number, vertex: Vertex) => replace(place, 0, vertex)
  /** After the chosen vertex, otherwise at the end. */
  const add = (vertex: Vertex) => {
    if (chosen === null) return change(now => [...now, vertex])
    insert(chosen + 1, vertex)
    setChosen(chosen + 1)
  }
  const remove = (place: number) => {
    setChosen(null)
    replace(place, 1)
  }
  const undo = () => {
    setChosen(null)
    const last = before.at(-1)
    setBefore(before.slice(0, -1))
    // After a restart it is not known what was before the last point.
    keep(last ?? answerOf(vertices.slice(0, -1), isArea))
  }
  return (
    <Dialog
      open
      title={spokenText(interview, field, field.label)}
      closeLabel={common.close}
      onClose={onClose}
      actions={
        <Button full onClick={onClose}>
          {inputs.done}
        </Button>
      }
    >
      <div className={styles.dialog}>
        <DrawingView
          isArea={isArea}
          isFixed={false}
          around={around}
          vertices={vertices}
          chosen={chosen}
          device={device}
          onTap={at => add(placedVertex(at))}
          onChoose={place => setChosen(place === chosen ? null : place)}
          onMove={(place, at) => replace(place, 1, placedVertex(at))}
          onInsert={(place, at) => insert(place, placedVertex(at))}
        />
        <output className={styles.measures}>
          <bdi>{value === '' ? mapping.hint : measuresOf(field.type, value)}</bdi>
        </output>
        {error !== null && <Alert kind="warning">{problemText(error)}</Alert>}
        <Recorder
          within={field.parameters['capture-accuracy'] ?? null}
          add={add}
          seen={setDevice}
        />
        <div className={styles.more}>
          <Button
            variant="quiet"
            size="s"
            disabled={vertices.length === 0 && before.length === 0}
            onClick={undo}
          >
            {mapping.undo}
          </Button>
          <Button
            variant="quiet"
            size="s"
            disabled={chosen === null}
            onClick={() => chosen !== null && remove(chosen)}
          >
            {mapping.removeChosen}
          </Button>
        </div>
        <VertexList vertices={vertices} chosen={chosen} onChoose={setChosen} onRemove={remove} />
        <TypedVertex
          help={chosen === null ? mapping.atEnd : mapping.after(numberText(chosen + 1))}
          onAdd={add}
        />
      </div>
    </Dialog>
  )
}

interface TypedVertexProps {
  readonly help: string
  readonly onAdd: (vertex: Vertex) => void
}

/** A vertex by its coordinates. */
function TypedVertex({ help, onAdd }: TypedVertexProps) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = () => {
    const [vertex] = isPosition(asciiDigits(text)) ? (verticesIn(asciiDigits(text)) ?? []) : []
    setWrong(vertex === undefined)
    if (vertex === undefined) return
    setText('')
    onAdd(vertex)
  }
  return (
    <div className={styles.typed}>
      <TextField
        label={mapping.coordinates}
        help={help}
        error={isWrong ? problems.geopoint : undefined}
        value={text}
        dir="ltr"
        placeholder="22.3071 73.1812"
        autoComplete="off"
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="secondary" size="s" onClick={add}>
        {mapping.add}
      </Button>
    </div>
  )
}
