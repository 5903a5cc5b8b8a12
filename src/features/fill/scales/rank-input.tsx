import { useLayoutEffect, useRef } from 'react'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { numberText } from '../../../messages/locale.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FieldGroup } from '../../../ui/choices/field-group.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { LowerIcon, RaiseIcon } from '../../../ui/icon.tsx'
import { useFill } from '../fill-context.tsx'
import { ClearButton } from '../inputs/clear-button.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { keepFocus } from '../questions/scroll-place.ts'
import { useAnswer } from '../interview/fill-form.ts'
import { FieldText } from '../texts/field-text.tsx'
import { spokenText } from '../texts/spoken.ts'
import styles from './rank-input.module.css'

/** The offered options in the order of an answer; those that it does not contain come last. */
const inOrder = (options: readonly FieldOption[], ranked: readonly string[]) => {
  const placeOf = ({ value }: FieldOption) =>
    ranked.includes(value) ? ranked.indexOf(value) : ranked.length
  return [...options].sort((one, other) => placeOf(one) - placeOf(other))
}

/** RANK: puts all offered options in an order. The order is an answer once the surveyor changed or confirmed it. */
export function RankInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const ranked = [useAnswer(interview.answers, field)].flat().filter(value => value !== '')
  const options = inOrder(interview.logic.options(field), ranked)
  const store = (order: readonly FieldOption[]) =>
    interview.edit(
      field,
      order.map(({ value }) => value),
    )
  const { list, follow } = useFollowedFocus()
  const move = (from: number, by: -1 | 1) => {
    const [moved] = options.slice(from, from + 1)
    if (moved === undefined || options[from + by] === undefined) return
    follow(from + by, by)
    const others = options.filter(option => option !== moved)
    store([...others.slice(0, from + by), moved, ...others.slice(from + by)])
  }
  const isAnswered = ranked.length > 0
  // A rule of the form, or another version of it, may offer other options than those that were ranked.
  const isStored =
    ranked.length === options.length && options.every(({ value }, place) => value === ranked[place])
  return (
    <FieldGroup {...words} id={id}>
      <ol ref={list} className={styles.list} data-empty={!isAnswered}>
        {options.map((option, place) => {
          const name = spokenText(interview, field, option.label)
          return (
            <li key={option.value} className={styles.item}>
              <span className={styles.place}>
                {ranked.includes(option.value) ? numberText(place + 1) : '–'}
              </span>
              <span className={styles.words}>
                <FieldText field={field} text={option.label} />
              </span>
              <IconButton
                label={inputs.moveUp(name)}
                icon={<RaiseIcon />}
                aria-disabled={place === 0}
                onClick={() => move(place, -1)}
              />
              <IconButton
                label={inputs.moveDown(name)}
                icon={<LowerIcon />}
                aria-disabled={place === options.length - 1}
                onClick={() => move(place, 1)}
              />
            </li>
          )
        })}
      </ol>
      {!isStored && (
        <Button
          full
          variant="secondary"
          onClick={({ currentTarget }) => keepFocus(currentTarget, () => store(options))}
        >
          {inputs.keepOrder}
        </Button>
      )}
      {isAnswered && !field.isRequired && (
        <div>
          <ClearButton onClear={() => store([])} />
        </div>
      )}
    </FieldGroup>
  )
}

/** Keeps the focus on the moved option, because an element that changes its place loses the focus. */
const useFollowedFocus = () => {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef<{ readonly place: number; readonly by: -1 | 1 } | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    const { place, by } = next.current
    next.current = null
    const [up, down] = list.current?.children[place]?.querySelectorAll('button') ?? []
    ;(by < 0 ? up : down)?.focus()
  })
  const follow = (place: number, by: -1 | 1) => {
    next.current = { place, by }
  }
  return { list, follow }
}
