import { memo, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { fill } from '../../../messages/interview/fill.ts'
import type { CompiledPart, CompiledSection } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { FieldView } from './field.tsx'
import { HeadingText } from '../texts/heading-text.tsx'
import { estimatePx } from '../../../form/definition/part-height.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { OccurrenceTitle } from './occurrence-title.tsx'
import { isOnScreen } from '../../../form/answers/on-screen.ts'
import styles from './part.module.css'
import { sectionTitle } from '../texts/spoken.ts'
import { writtenTitle } from '../texts/titles.ts'

/**
 * A section, or a piece of a large one. Its inputs are mounted when it comes near the window, and then stay; until
 * then, its estimated height reserves their space.
 */
export const Part = memo(({ part }: { part: CompiledPart }) => {
  const { interview, mounted, nearParts } = useFill()
  const isMounted = useKeyed(mounted, part.key)
  const shownNow = useShown(interview, part, isMounted)
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = ref.current
    if (isMounted || element === null) return undefined
    return nearParts.watch(element, () => mounted.set(part.key, true))
  }, [isMounted, mounted, nearParts, part])

  // What appears, changes its height or leaves moves the parts after it.
  useEffect(() => {
    nearParts.look()
    return nearParts.look
  }, [shownNow, nearParts])

  const { section } = part
  const shown = part.fields.filter(field => isOnScreen(interview, field))
  const title = sectionTitle(interview, section)
  const hasHeading = writtenTitle(section) !== '' && isHeaded(interview, part)
  return (
    // Not a landmark, because 40 sections, some with the same name, would hide the page's own landmarks.
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it has a heading, and a fieldset needs a legend
      role="group"
      data-part={part.key}
      data-mounted={isMounted}
      data-inner={(section.occurrence?.repeat.outer ?? null) !== null}
      hidden={shown.length === 0 && !hasHeading}
      // Receives the focus when the surveyor jumps to it.
      tabIndex={-1}
      aria-label={title === '' ? undefined : partName(interview, part)}
      className={styles.part}
      style={{
        // Used until the first layout. A value that changed with each answer would cause a new layout each time.
        containIntrinsicBlockSize: `auto ${estimatePx(part, part.fields)}px`,
        minBlockSize: isMounted ? undefined : `${estimatePx(part, shown)}px`,
      }}
    >
      {hasHeading && <PartHeading section={section} />}
      {isMounted && (
        // A <form> for each part, because a browser's autofill reads all inputs of the form on every key. Enter does
        // nothing: only the buttons submit an interview.
        <form noValidate className={styles.fields} onSubmit={event => event.preventDefault()}>
          {part.fields.map(field => (
            <FieldView key={field.id} field={field} />
          ))}
        </form>
      )}
    </div>
  )
})

/**
 * Renders a part again when the rules change what the part itself shows: whether it appears, its heading and, until it
 * is mounted, its estimated height. Once it is mounted, its fields show and hide themselves.
 */
const useShown = (interview: Interview, part: CompiledPart, isMounted: boolean): string => {
  const subscribe = useCallback(
    (changed: () => void) => {
      // The heading moves to the next part when this one has no visible field left.
      const stops = partKeys(interview, part).map(key => interview.logicTicks.watch(key, changed))
      return () => stops.forEach(stop => stop())
    },
    [interview, part],
  )
  return useSyncExternalStore(subscribe, () => {
    const shown = part.fields.filter(field => isOnScreen(interview, field))
    if (shown.length === 0 && !part.section.hasInner) return 'nothing'
    const height = isMounted ? '' : estimatePx(part, shown)
    return `${height} ${isHeaded(interview, part)}`
  })
}

/** The keys of all parts of the same section. */
const partKeys = ({ form }: Interview, { section }: CompiledPart): readonly string[] => [
  ...new Set(section.fields.map(({ index }) => form.partByIndex.get(index)?.key ?? '')),
]

function PartHeading({ section }: { section: CompiledSection }) {
  const { occurrence } = section
  return occurrence === null ? (
    <h2 className={styles.heading}>
      <HeadingText section={section} />
    </h2>
  ) : (
    <OccurrenceTitle section={section} occurrence={occurrence} />
  )
}

/**
 * Whether the heading of its section is above a part: if the part has the section's first visible question. An occurrence
 * with a repeat within it has one even without questions of its own, while it is asked.
 */
const isHeaded = (interview: Interview, part: CompiledPart): boolean => {
  const { section, fields, place } = part
  if (section.hasInner) return place === 0 && section.fields.some(interview.logic.isVisible)
  const first = section.fields.find(field => isOnScreen(interview, field))
  return first !== undefined && fields.includes(first)
}

const partName = (interview: Interview, { section, place }: CompiledPart): string => {
  const title = sectionTitle(interview, section)
  return place === 0 ? title : fill.continued(title)
}
