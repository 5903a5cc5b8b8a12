import * as v from 'valibot'

/** What an office account may do: an administrator everything, a coordinator people and forms, the others read. */
export const roles = ['administrator', 'coordinator', 'reviewer', 'viewer'] as const

/** The role of an office account. */
export type Role = (typeof roles)[number]

/**
 * Whose and which submissions an account sees: all, those of the surveyors of some groups, or those to some forms. People
 * and forms follow from it.
 */
export const Scope = v.variant('kind', [
  v.object({ kind: v.literal('all') }),
  v.object({ kind: v.literal('groups'), names: v.array(v.string()) }),
  v.object({ kind: v.literal('forms'), names: v.array(v.string()) }),
])
/** Whose and which submissions an account sees; `names` are groups, or the ids of forms. */
export type Scope = v.InferOutput<typeof Scope>
