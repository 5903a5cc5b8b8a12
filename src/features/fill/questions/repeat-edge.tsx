import { useLayoutEffect, useRef } from 'react'
import { keysOf, plainText } from '../../../form/texts/rich-text.ts'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { AddIcon } from '../../../ui/icon.tsx'
import type {
  CompiledField,
  CompiledRepeat,
  RepeatEdge,
} from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import part from './part.module.css'
import styles from './repeat-edge.module.css'
import { repeatLabel } from '../texts/titles.ts'

interface RepeatEdgeProps {
  readonly edge: RepeatEdge
  /** Goes to the first question of the added occurrence. */
  readonly onAdded: (field: CompiledField) => void
}

/** The name of one more occurrence. A label with placeholders cannot be used, because there are no answers yet. */
const addedName = ({ label, name }: CompiledRepeat): string =>
  keysOf(label).length === 0
    ? plainText(label, () => '')
    : plainText(name, () => '') || repeats.occurrence

/** What the button adds; within another occurrence with the name of that one, because each has such a button. */
const addedText = (repeat: CompiledRepeat): string => {
  const outer = repeat.outer?.occurrence ?? null
  if (outer === null) return addedName(repeat)
  const name = repeats.title(addedName(outer.repeat), outer.place + 1)
  return `${name}${repeats.within}${addedName(repeat)}`
}

/** The ref of the button that adds; it takes the focus when an occurrence leaves the page with it. */
const useFocusOnRemoval = (count: number) => {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const isRemoved = count < before.current
    before.current = count
    const page = button.current?.ownerDocument
    if (isRemoved && page?.activeElement === page?.body)
      button.current?.focus({ preventScroll: true })
  }, [count])
  return button
}

/** The heading above all occurrences; '' where each is named only by its own answers. */
const headingOf = (repeat: CompiledRepeat): string =>
  repeat.name || (keysOf(repeat.label).length > 0 ? '' : repeatLabel(repeat))

/** The heading above a section's occurrences, and the button below them that adds one. */
export function RepeatEdgeView({ edge, onAdded }: RepeatEdgeProps) {
  const { interview } = useFill()
  const { kind, repeat } = edge
  const isAsked = useKeyed(interview.logic.askedRepeats, repeat.key)
  const fills = useKeyed(interview.logic.headings, repeat.sectionId)
  const addButton = useFocusOnRemoval(repeat.occurrences.length)
  if (!isAsked) return null
  const { max, count: counted } = repeat.rules
  if (counted !== undefined && repeat.occurrences.length === 0) return null
  if (kind === 'repeat begins') {
    const heading = plainText(headingOf(repeat), key => fills.get(key) ?? '…')
    if (heading === '') return null
    return repeat.outer === null ? (
      <h2 className={part.heading}>{heading}</h2>
    ) : (
      <h4 className={part.innerHeading}>{heading}</h4>
    )
  }
  // No button, because an answer decides how many there are.
  if (counted !== undefined) return null
  const count = repeat.occurrences.length
  return (
    <div className={styles.end} data-inner={repeat.outer !== null}>
      {count === 0 && (
        <p className={styles.hint}>
          <bdi>{repeats.none}</bdi>
        </p>
      )}
      {count < max ? (
        <Button
          ref={addButton}
          full
          variant="secondary"
          icon={<AddIcon />}
          onClick={() => {
            const first = interview.addOccurrence(repeat.key)
            if (first !== null) onAdded(first)
          }}
        >
          <bdi>{repeats.add(addedText(repeat))}</bdi>
        </Button>
      ) : (
        <p className={styles.hint}>
          <bdi>{repeats.most(max)}</bdi>
        </p>
      )}
    </div>
  )
}
