import type { Rule, SetBy } from '../../../replication/wire/logic.ts'
import type { Initial, Written } from '../source.ts'
import type { Meaning, Scope } from '../xpath/names.ts'
import { Untranslatable } from '../xpath/translation.ts'
import type { createFinder, Found } from './find.ts'
import type { Entry } from './outline.ts'

interface SetParts {
  /** The id of the field that an expression names; null when it names none, which is reported. */
  readonly nameOf: (entry: Entry, name: Written, meaning: Scope['meaning']) => string | null
  readonly find: ReturnType<typeof createFinder>
  readonly meaningOf: (found: Found) => Meaning
  /** Whether the form itself has the answer of a field. */
  readonly isWorkedOut: (entry: Entry) => boolean
  /** The rule for a new answer; null when it cannot be translated, which is reported. */
  readonly valueOf: (entry: Entry, value: Initial) => Rule | null
}

/** Makes the translator of what sets fields when others change. */
export const createSets = ({ nameOf, find, meaningOf, isWorkedOut, valueOf }: SetParts) => {
  const known = new Map<Entry, readonly SetBy[]>()
  const fieldIdOf = (entry: Entry, name: Written): string | null =>
    nameOf(entry, name, of => {
      const found = find(of, entry.path)
      const field = found.kind === 'field' ? found.entry.field : null
      if (found.kind === 'field' && field?.setBy.length === 0 && isWorkedOut(found.entry)) {
        throw new Untranslatable(`the surveyor never changes "${field.name}"`)
      }
      return meaningOf(found)
    })
  return (entry: Entry): readonly SetBy[] => {
    const before = known.get(entry)
    if (before !== undefined) return before
    // A placeholder, so that fields that set each other end here.
    known.set(entry, [])
    const sets = entry.field.setBy.flatMap(({ by, to }): readonly SetBy[] => {
      const fields = by.flatMap(name => fieldIdOf(entry, name) ?? [])
      const rule = to === null ? undefined : valueOf(entry, to)
      if (fields.length === 0 || rule === null) return []
      return [{ fields, ...(rule === undefined ? {} : { to: rule }) }]
    })
    known.set(entry, sets)
    return sets
  }
}
