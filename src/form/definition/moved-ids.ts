import { repeatMarkId } from '../../../collections/ids.ts'
import type { FormTemplate, TemplateSection } from './compiled-form.ts'

/** The id of a hidden answer in a version of a form, and its id in a newer version. */
export type MovedId = readonly [older: string, newer: string]

const shared = (older: TemplateSection, newer: TemplateSection): number => {
  const ids = new Set(older.fields.map(({ id }) => id))
  return newer.fields.filter(({ id }) => ids.has(id)).length
}

/** The repeat that a newer version asks as `newer`: the one of this id, otherwise the one with most of its questions. */
const originOf = (
  newer: TemplateSection,
  repeats: readonly TemplateSection[],
): TemplateSection | undefined =>
  repeats.find(({ id }) => id === newer.id) ??
  repeats
    .filter(older => shared(older, newer) > 0)
    .sort((a, b) => shared(b, newer) - shared(a, newer))[0]

/**
 * What becomes of the hidden answers that say which occurrences of a repeat exist, and which outer ones they are in.
 * They are stored by the ids of sections, which a newer version may have changed.
 */
export const movedIds = (older: FormTemplate, newer: FormTemplate): readonly MovedId[] => {
  const repeats = older.sections.filter(({ repeat }) => repeat !== null)
  const moved = newer.sections.flatMap((section): readonly MovedId[] => {
    const origin = section.repeat === null ? undefined : originOf(section, repeats)
    if (origin === undefined) return []
    const mark: MovedId = [repeatMarkId(origin.id), repeatMarkId(section.id)]
    if (origin.nesting === null || section.nesting === null) return [mark]
    return [
      mark,
      [origin.nesting.keyId, section.nesting.keyId],
      [origin.nesting.linkId, section.nesting.linkId],
    ]
  })
  const byNewer = new Map(moved.map(([from, to]) => [to, from]))
  return [...byNewer].flatMap(([to, from]): readonly MovedId[] => (from === to ? [] : [[from, to]]))
}
