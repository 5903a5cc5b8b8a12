import { type ChangeEvent, useEffect, useRef } from 'react'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** An answer as the text in a box. It is a list only if the form's definition has changed. */
const textOf = (answer: string | string[]): string =>
  typeof answer === 'string' ? answer : answer.join(', ')

const asStored = (stored: string): string => stored

/** Writes the text of a box. The caret stays in its place, because the next key would be typed elsewhere. */
const write = (control: TextControl, text: string): void => {
  const isTypedInto = control.ownerDocument.activeElement === control
  // null for a box without a caret, such as a date's.
  const caret = isTypedInto ? control.selectionStart : null
  const behind = control.value.length - (caret ?? 0)
  control.value = text
  if (caret === null) return
  const place = Math.max(0, text.length - behind)
  control.setSelectionRange(place, place)
}

/**
 * Binds a native text box to an answer without rendering on a keystroke: the box keeps its own text, and is written
 * only when the answer changes elsewhere. `inBox` converts a stored answer to the text of the box.
 */
export const useTypedAnswer = <Control extends TextControl>(
  field: CompiledField,
  inBox: (stored: string) => string = asStored,
) => {
  const { interview } = useFill()
  const ref = useRef<Control>(null)

  useEffect(() => {
    const show = (answer: string | string[]) => {
      const control = ref.current
      const text = inBox(textOf(answer))
      if (control !== null && control.value !== text) write(control, text)
    }
    show(interview.answers.get(field))
    return interview.answers.watch(field, show)
  }, [interview, field, inBox])

  return {
    ref,
    defaultValue: inBox(textOf(interview.answers.get(field))),
    onChange: (event: ChangeEvent<Control>) => interview.edit(field, event.target.value),
  }
}
