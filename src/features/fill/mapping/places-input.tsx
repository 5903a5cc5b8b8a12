import { useMemo, useState } from 'react'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import type { MapDevice } from '../../../maps/shape.ts'
import { distanceText } from '../../../messages/device/storage.ts'
import { mapping } from '../../../messages/interview/mapping.ts'
import { useFill } from '../fill-context.tsx'
import { CheckboxInput, RadioInput, SelectInput, useListed } from '../inputs/choice-input.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { ListInput } from '../inputs/list-input.tsx'
import { distancesFrom, shapesOf } from './placed-options.ts'
import { PlacesMap } from './places-map.tsx'
import { useUnchanged } from './use-around.ts'

const plain = { RADIO: RadioInput, CHECKBOX: CheckboxInput } as const

const noValues: readonly string[] = []

/**
 * A choice with `map`: on a map, or in the list below it, whose nearest options are first. The plain question where no
 * option has a place.
 */
export function PlacesInput(props: InputProps) {
  const { field } = props
  const { listed, value } = useListed(field)
  const options = useUnchanged(listed.options)
  const shapes = useMemo(() => shapesOf(options), [options])
  const Plain =
    field.type === 'RADIO' || field.type === 'CHECKBOX' ? plain[field.type] : SelectInput
  return shapes.length === 0 ? (
    <Plain {...props} />
  ) : (
    <Places {...props} field={{ ...listed, options }} value={value} shapes={shapes} />
  )
}

interface PlacesProps extends InputProps {
  readonly value: string[]
  readonly shapes: ReturnType<typeof shapesOf>
}

function Places({ field, value, shapes, ...props }: PlacesProps) {
  const { interview } = useFill()
  const [device, setDevice] = useState<MapDevice | null>(null)
  /** The options that a tap could not tell apart. */
  const [tapped, setTapped] = useState(noValues)
  const distances = useMemo(
    () => (device === null ? null : distancesFrom(device, shapes)),
    [device, shapes],
  )
  const options = useMemo(
    () => nearestFirst(field.options, distances, tapped),
    [field.options, distances, tapped],
  )
  const choose = (chosen: string | readonly string[]) => {
    const values = new Set([chosen].flat())
    const inOrder = field.options.map(option => option.value).filter(one => values.has(one))
    interview.edit(field, field.multiple ? inOrder : (inOrder[0] ?? ''))
  }
  const toggle = (one: string) =>
    choose(value.includes(one) ? value.filter(each => each !== one) : [...value, one])
  const handleTap = (ids: readonly string[]) => {
    const [one, ...others] = ids
    setTapped(others.length === 0 ? noValues : ids)
    if (one === undefined || others.length > 0) return
    if (field.multiple) toggle(one)
    else choose(one)
  }
  const awayOf = (one: string): string | undefined => {
    const metres = distances?.get(one)
    return metres === undefined ? undefined : mapping.away(distanceText(metres))
  }
  return (
    <ListInput
      {...props}
      field={{ ...field, options }}
      value={value}
      onChange={choose}
      hintOf={option => awayOf(option.value)}
      renderAbove={found => (
        <PlacesMap
          found={found}
          shapes={shapes}
          all={options.length}
          value={value}
          tapped={tapped.length}
          awayOf={awayOf}
          onTap={handleTap}
          onDevice={setDevice}
        />
      )}
    />
  )
}

/** The options that were tapped, then the nearest ones, then those without a place in the form's order. */
const nearestFirst = (
  options: readonly FieldOption[],
  distances: ReadonlyMap<string, number> | null,
  tapped: readonly string[],
): readonly FieldOption[] => {
  if (distances === null && tapped.length === 0) return options
  const first = new Set(tapped)
  const keyOf = ({ value }: FieldOption): number =>
    first.has(value) ? -1 : (distances?.get(value) ?? (distances === null ? 0 : Number.MAX_VALUE))
  return options
    .map((option, place) => ({ option, place, key: keyOf(option) }))
    .sort((a, b) => a.key - b.key || a.place - b.place)
    .map(({ option }) => option)
}
