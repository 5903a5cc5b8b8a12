import * as v from 'valibot'

/** The bodies of the calls about forms. */

/** What becomes of a form. */
export const StateRequest = v.object({ state: v.picklist(['published', 'draft', 'removed']) })

/** To whom a form is assigned, or from whom it is taken: all that the account sees, a group, or one person. */
export const AssignRequest = v.variant('kind', [
  v.object({ kind: v.literal('all') }),
  v.object({ kind: v.literal('group'), name: v.pipe(v.string(), v.trim(), v.minLength(1)) }),
  v.object({ kind: v.literal('person'), id: v.pipe(v.string(), v.uuid()) }),
])
/** To whom a form is assigned, or from whom it is taken. */
export type AssignRequest = v.InferOutput<typeof AssignRequest>
