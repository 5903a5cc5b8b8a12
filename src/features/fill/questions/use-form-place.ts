import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useApp } from '../../../context.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { FillParts } from '../fill-context.tsx'
import { answeringElement, fieldElement, readScrollPlace, scrollToPlace } from './scroll-place.ts'

/** The place is stored this long after the last scroll event. */
const restMs = 400

/**
 * Goes to any field and mounts its part first: 'field' focuses its input, for answering; 'added' too, and shows the
 * heading of the new occurrence above it; 'next' too, and scrolls no further than necessary; 'section' focuses no input,
 * so that no keyboard appears.
 */
export type GoTo = (field: CompiledField, to: 'field' | 'added' | 'next' | 'section') => void

const makePartOf = ({ interview, mounted }: FillParts, index: number): void => {
  const part = interview.form.partByIndex.get(index)
  if (part !== undefined) flushSync(() => mounted.set(part.key, true))
}

/** Returns to the place where the draft was left, stores the place from then on, and jumps to fields. */
export const useFormPlace = (parts: FillParts, form: RefObject<HTMLElement | null>): GoTo => {
  const { env } = useApp()
  const { interview } = parts

  useLayoutEffect(() => {
    const place = interview.writer.draft()?.scroll ?? 0
    if (place > 0 && form.current !== null) scrollToPlace(form.current, place)
  }, [form, interview])

  useEffect(() => {
    const page = form.current?.ownerDocument
    if (page === undefined) return undefined
    let cancel = () => {}
    const keep = () => {
      if (form.current === null) return
      const place = readScrollPlace(form.current)
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
    () => (field, to) => {
      makePartOf(parts, field.index)
      const element = form.current === null ? null : fieldElement(form.current, field.index)
      const part = element?.closest<HTMLElement>('[data-part]')
      const target = to === 'field' || to === 'next' ? element : part
      target?.scrollIntoView({ block: to === 'next' ? 'nearest' : 'start' })
      if (to === 'section') part?.focus({ preventScroll: true })
      else if (element !== null) answeringElement(element)?.focus({ preventScroll: true })
    },
    [form, parts],
  )
}
