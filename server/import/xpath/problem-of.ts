import type { Meaning } from './names.ts'
import { CannotSay } from './translation.ts'
import { ExpressionProblem } from './tree.ts'

/** Why a name cannot stand where a value is needed. */
export const problemOf = (
  meaning: Exclude<Meaning, { readonly kind: 'field' | 'option' | 'column' }>,
  at: number,
): CannotSay | ExpressionProblem => {
  switch (meaning.kind) {
    case 'left-out':
      return new CannotSay(`it reads "${meaning.name}", which was left out`)
    case 'nowhere':
      return new ExpressionProblem(`there is no "${meaning.name}"`, at)
    case 'several':
      return new ExpressionProblem(`there are several "${meaning.name}"`, at)
    case 'group':
      return new CannotSay('it reads a group as if it were a question')
    case 'repeat':
      return new CannotSay('it reads a repeat as if it were a question')
  }
}
