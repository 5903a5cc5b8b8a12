import type { CaseBlock } from '../../../collections/cases/interviewed.ts'

/** The cases of the simulation: each interview registers a place, or visits one. */

/** The field with the case's id, and the hidden ones that stand next to it. */
export const caseField = 'who'
export const actField = 'who:act'
export const labelField = 'who:label'
export const seenField = 'who:seen'
export const hiddenCaseFields: readonly string[] = [caseField, actField, labelField, seenField]

/** What the form says of cases. */
export const caseBlock: CaseBlock = {
  fieldId: caseField,
  list: 'places',
  values: { note: 'note', a: 'own-A', b: 'own-B', words: 'text' },
}
