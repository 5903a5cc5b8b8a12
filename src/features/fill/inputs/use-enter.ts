import { type RefObject, useEffect } from 'react'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { isAsked } from '../../../form/answers/on-screen.ts'
import type { Interview } from '../interview/interview-shape.ts'

/** A box of one line, in which Enter would do nothing. */
const lines = 'input[enterkeyhint="next"]'

/** Has Enter in a line of text go to the next question, as the key on a phone's keyboard says. */
export const useEnter = (
  interview: Interview,
  form: RefObject<HTMLElement | null>,
  goTo: (field: CompiledField, to: 'next') => void,
): void => {
  useEffect(() => {
    const element = form.current
    const goOn = (event: KeyboardEvent) => {
      const { key, isComposing, shiftKey, ctrlKey, altKey, metaKey, target } = event
      if (key !== 'Enter' || isComposing || shiftKey || ctrlKey || altKey || metaKey) return
      if (!(target instanceof Element) || !target.matches(lines)) return
      const at = Number(target.closest<HTMLElement>('[data-field]')?.dataset['field'])
      const next = interview.form.fields.find(
        field => field.index > at && isAsked(interview, field),
      )
      if (next === undefined) return
      event.preventDefault()
      goTo(next, 'next')
    }
    element?.addEventListener('keydown', goOn)
    return () => element?.removeEventListener('keydown', goOn)
  }, [interview, form, goTo])
}
