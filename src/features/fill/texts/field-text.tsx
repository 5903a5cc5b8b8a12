import type { ReactNode } from 'react'
import { isPlain } from '../../../form/texts/rich-text.ts'
import { RichText } from './rich-text.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'

interface FieldTextProps {
  readonly field: CompiledField
  readonly text: string
  readonly isPhrase?: boolean
}

/**
 * A text of a field to render, in its own direction, because it may have fallen back to another language than the form's.
 * Most have only plain words, which need no component.
 */
export const fieldText = (field: CompiledField, text: string): ReactNode =>
  isPlain(text) ? <bdi>{text}</bdi> : <FieldText field={field} text={text} />

/** One of a field's own texts, with markup and placeholders; rendered again with its field. */
export function FieldText({ field, text, isPhrase = true }: FieldTextProps) {
  const { interview } = useFill()
  return (
    <RichText text={text} fillOf={key => interview.logic.fill(field, key)} isPhrase={isPhrase} />
  )
}
