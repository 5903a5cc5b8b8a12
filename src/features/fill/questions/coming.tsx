import { useLayoutEffect, useRef } from 'react'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { questionPx } from '../../../form/definition/part-height.ts'
import { isAsked } from '../../../form/answers/on-screen.ts'
import { useFill } from '../fill-context.tsx'

/** The place of a question that appears a frame later. A Tab meanwhile stops here, and goes on into the question. */
export function Coming({ field }: { field: CompiledField }) {
  const { interview } = useFill()
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = element.current
    const question = place?.parentElement
    return () => {
      if (place === null || place.ownerDocument.activeElement !== place) return
      // React puts the question in right after it has removed its place.
      queueMicrotask(() =>
        question?.querySelector<HTMLElement>('a, button, input, select, textarea')?.focus(),
      )
    }
  }, [])
  return (
    <div
      ref={element}
      data-coming
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- otherwise a Tab skips a required question
      tabIndex={isAsked(interview, field) ? 0 : undefined}
      style={{ blockSize: questionPx(field) }}
    />
  )
}
