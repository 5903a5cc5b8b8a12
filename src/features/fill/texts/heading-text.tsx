import { useCallback, useSyncExternalStore } from 'react'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { keysOf } from '../../../form/texts/rich-text.ts'
import { RichText } from './rich-text.tsx'
import type { CompiledSection } from '../../../form/definition/compiled-form.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { useFill } from '../fill-context.tsx'
import { nameOfOccurrence } from './spoken.ts'
import { writtenTitle } from './titles.ts'

/** The heading of a section; of an occurrence within another also the name of that one. */
export function HeadingText({ section }: { section: CompiledSection }) {
  const { continues, occurrence } = section
  const outer = occurrence?.repeat.outer ?? null
  return (
    <>
      {outer !== null && (
        <>
          <OwnHeading section={outer} />
          {repeats.within}
        </>
      )}
      <OwnHeading section={continues ?? section} />
    </>
  )
}

/** A section's own heading, with placeholders; for an occurrence also its first words. */
function OwnHeading({ section }: { section: CompiledSection }) {
  const { interview } = useFill()
  const fills = useKeyed(interview.logic.headings, section.id)
  const name = useOccurrenceName(section)
  return (
    <>
      <RichText
        text={writtenTitle(section)}
        fillOf={key => fills.get(key) ?? `\${${key}}`}
        isPhrase
      />
      {name !== '' && (
        <>
          {' – '}
          <bdi>{name}</bdi>
        </>
      )}
    </>
  )
}

/** The first words answered in an occurrence, if its title has no placeholder. */
const useOccurrenceName = (section: CompiledSection): string => {
  const { interview } = useFill()
  const isNamed = section.occurrence !== null && keysOf(writtenTitle(section)).length === 0
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = section.fields
        .filter(({ type }) => type === 'TEXT')
        .map(field => interview.answers.watch(field, changed))
      return () => stops.forEach(stop => stop())
    },
    [interview, section],
  )
  return useSyncExternalStore(subscribe, () =>
    isNamed ? nameOfOccurrence(interview, section) : '',
  )
}
