import type { CaseOf, Rule } from '../../../replication/wire/logic.ts'
import { columnName } from '../lists/read-list.ts'
import type { CasePart, Saved, When, Written } from '../source.ts'

/** Translates the expressions of a case; null for one that cannot be translated, which is reported. */
interface CaseTranslation {
  readonly value: (what: string, written: Written) => Rule | null
  /** A condition by what ODK understands: only true and 1 hold. */
  readonly flag: (what: string, written: Written) => Rule | null
}

/** The calculation of a hidden field of a case; null when it cannot be translated. */
export const caseRule = (part: CasePart, { value, flag }: CaseTranslation): Rule | null => {
  switch (part.kind) {
    case 'fresh':
      return keptUuid
    case 'seen':
      return { var: '$self' }
    case 'label':
      return value('label', part.given)
    case 'id': {
      const { id } = part.of
      if (id === null) return keptUuid
      const rule = value('entity_id', id)
      return rule === null || part.freshId === null ? rule : withFresh(rule, part.freshId)
    }
    case 'act':
      return actRule(part, flag)
  }
}

const keptUuid: Rule = { coalesce: [{ var: '$self' }, { var: '$uuid' }] }

/** The id of what is visited, otherwise that of a new case, which is the same throughout an interview. */
const withFresh = (rule: Rule, freshId: string): Rule => {
  const fresh = JSON.stringify({ var: freshId })
  const text = JSON.stringify(rule)
  const kept = text.replaceAll('{"var":"$uuid"}', () => fresh)
  return kept === text ? { coalesce: [rule, { var: freshId }] } : (JSON.parse(kept) as Rule)
}

const actRule = (
  { of: { creates, updates }, labelId }: CasePart & { readonly kind: 'act' },
  flag: CaseTranslation['flag'],
): Rule | null => {
  const ruleOf = (what: string, when: When): Rule | null => {
    if (typeof when !== 'string') return flag(what, when)
    return when === 'always' ? true : null
  }
  // A case must have a label, so an occurrence in which nothing is filled in registers none.
  const isLabelled = { '!=': [{ to_text: [{ var: labelId }] }, ''] }
  const [create, update] = [ruleOf('create_if', creates), ruleOf('update_if', updates)]
  const registers =
    create === null ? [] : create === true ? isLabelled : { and: [create, isLabelled] }
  if (create === null && update === null) return null
  if (create === null && update === true) return { cat: ['update'] }
  const branches = [
    create === null ? [] : [registers, 'create'],
    update === null ? [] : [update, 'update'],
  ]
  return { if: [...branches.flat(), ''] }
}

/**
 * The property `case` of the field with a case's id, whose properties have the names by which rules read them. `idAt` is
 * the id of the field that a property is saved from; null for one without an answer.
 */
export const caseOf = (
  { of: { list, saved } }: CasePart & { readonly kind: 'id' },
  idAt: (saved: Saved) => string | null,
): CaseOf => ({
  list,
  values: Object.fromEntries(
    saved.flatMap(one => {
      const id = idAt(one)
      return id === null ? [] : [[columnName(one.property), id]]
    }),
  ),
})
