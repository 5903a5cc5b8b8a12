import { useMemo, useState } from 'react'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Shape } from '../../../maps/shape.ts'
import { useFill } from '../fill-context.tsx'
import { shapesOf } from './placed-options.ts'

/** The options as they were while they are the same, so that the map is not drawn anew by each answer. */
export const useUnchanged = (options: readonly FieldOption[]): readonly FieldOption[] => {
  const [before, setBefore] = useState(options)
  if (areSame(before, options)) return before
  setBefore(options)
  return options
}

const areSame = (ones: readonly FieldOption[], others: readonly FieldOption[]): boolean =>
  ones === others ||
  (ones.length === others.length &&
    ones.every((one, place) => {
      const other = others[place]
      return one.value === other?.value && one.label === other.label && one.more === other.more
    }))

/** What a question for a place shows on its map for comparison, the `reference-geometry` of its form. */
export const useAround = (field: CompiledField): readonly Shape[] => {
  const { interview } = useFill()
  const options = useUnchanged(interview.logic.options(field))
  return useMemo(() => shapesOf(options), [options])
}
