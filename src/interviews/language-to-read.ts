import type { FormLanguages } from '../form/definition/compiled-form.ts'
import { locale } from '../messages/locale.ts'

/**
 * The language to read a form in: the one that was chosen for it, otherwise that of the screens if the form has it;
 * '' for its plain texts.
 */
export const languageToRead = (
  chosen: string | undefined,
  { tags }: Pick<FormLanguages, 'tags'>,
): string => {
  if (chosen !== undefined) return chosen
  const [spoken = ''] = (locale() ?? '').toLowerCase().split('-')
  const hasTag = (tag: string) => tag.toLowerCase() === spoken
  const hasRegion = (tag: string) => tag.toLowerCase().startsWith(`${spoken}-`)
  return tags.find(hasTag) ?? tags.find(hasRegion) ?? ''
}
