import type { SourceGroup, Written } from './source.ts'

/** The words of an appearance. */
export const appearanceWords = (text: string): readonly string[] =>
  text.split(/\s+/).filter(word => word !== '')

/** The words of a group that a form obeys: all of its questions are on one page anyway. */
const usedByGroups = /^(field-list|table-list)$/i

/** The appearance of a group, and the words of it that a form cannot have. */
export const groupAppearance = (
  written: Written | null,
): Pick<SourceGroup, 'appearance' | 'leftOut'> => {
  const appearance = appearanceWords(written?.text ?? '')
  const unused = appearance.filter(word => !usedByGroups.test(word))
  return {
    appearance,
    leftOut:
      unused.length === 0
        ? []
        : [`${written?.place}: the appearance "${unused.join(' ')}" of a group`],
  }
}
