import type { Rule } from '../../../replication/wire/logic.ts'
import type { FormLogic } from '../definition/compiled-form.ts'
import type { BoundRule } from './bind-rule.ts'

interface AskingRules extends Pick<FormLogic, 'countKeyById' | 'outerById'> {
  /** The rule that decides whether a repeat is asked, by its section's id; undefined for none. */
  readonly ruleOf: (sectionId: string) => Rule | undefined
}

/** Adds what decides whether the counted repeats are asked to what a rule reads, because otherwise their number is 0. */
export const withAskingReads = (
  bound: BoundRule,
  { countKeyById, outerById, ruleOf }: AskingRules,
  bind: (rule: Rule) => BoundRule,
): BoundRule => {
  const reads = new Set(bound.reads)
  const addReads = (sectionId: string): void => {
    const rule = ruleOf(sectionId)
    if (rule !== undefined) bind(rule).reads.forEach(key => reads.add(key))
  }
  // A set also visits what is added to it meanwhile.
  for (const key of reads) {
    for (const [id, countKey] of countKeyById) {
      if (countKey !== key) continue
      addReads(id)
      addReads(outerById.get(id) ?? '')
    }
  }
  return { ...bound, reads }
}
