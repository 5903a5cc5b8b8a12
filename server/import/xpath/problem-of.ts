import type { Meaning } from './names.ts'
import { Untranslatable } from './translation.ts'
import { ExpressionProblem } from './tree.ts'

/** Why a name cannot be used as a value. */
export const problemOf = (
  meaning: Exclude<Meaning, { readonly kind: 'field' | 'option' | 'column' }>,
  at: number,
): Untranslatable | ExpressionProblem => {
  switch (meaning.kind) {
    case 'left-out':
      return new Untranslatable(`it reads "${meaning.name}", which was left out`)
    case 'nowhere':
      return new ExpressionProblem(`there is no "${meaning.name}"`, at)
    case 'several':
      return new ExpressionProblem(`there are several "${meaning.name}"`, at)
    case 'group':
      return new Untranslatable('it reads a group as if it were a question')
    case 'repeat':
      return new Untranslatable('it reads a repeat as if it were a question')
  }
}
