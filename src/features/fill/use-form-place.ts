import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useApp } from '../../context.tsx'
import type { CompiledField } from './compile.ts'
import type { FillParts } from './fill-context.tsx'
import { fieldElement, readScrollPlace, scrollToPlace } from './scroll-place.ts'

/** After the last scroll event, the place is kept. */
const restMs = 400

/** Goes to a field wherever it is, making its part first, and puts the focus into it. */
export type GoTo = (field: CompiledField) => void

const makePartOf = ({ interview, mounted }: FillParts, index: number): void => {
  const part = interview.form.parts.find(({ fields }) =>
    fields.some(field => field.index === index),
  )
  if (part !== undefined) flushSync(() => mounted.set(part.key, true))
}

/** Brings the surveyor back to where the draft was left, keeps the place from then on, and jumps. */
export const useFormPlace = (parts: FillParts, form: RefObject<HTMLElement | null>): GoTo => {
  const { env } = useApp()
  const { interview } = parts

  useLayoutEffect(() => {
    const place = interview.writer.draft()?.scroll ?? 0
    if (place === 0) return undefined
    // After this render: a part cannot be made in the middle of one.
    return env.clock.after(0, () => {
      if (form.current === null) return
      makePartOf(parts, Math.floor(place))
      scrollToPlace(form.current, place)
    })
  }, [env, form, interview, parts])

  useEffect(() => {
    const page = form.current?.ownerDocument
    if (page === undefined) return undefined
    let cancel = () => {}
    const keep = () => {
      if (form.current === null) return
      const place = readScrollPlace(form.current, form.current.offsetTop)
      if (place !== null) interview.writer.note({ scroll: place })
    }
    const rest = () => {
      cancel()
      cancel = env.clock.after(restMs, keep)
    }
    page.addEventListener('scroll', rest, { passive: true })
    return () => {
      cancel()
      page.removeEventListener('scroll', rest)
    }
  }, [env, form, interview])

  return useMemo(
    () => field => {
      makePartOf(parts, field.index)
      const element = form.current === null ? null : fieldElement(form.current, field.index)
      element?.scrollIntoView({ block: 'start' })
      element
        ?.querySelector<HTMLElement>('input, textarea, select, button')
        ?.focus({ preventScroll: true })
    },
    [form, parts],
  )
}
