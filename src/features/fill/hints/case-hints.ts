import { operationsOf, type PlainAnswer } from '../../../../collections/cases/interviewed.ts'
import type { Database } from '../../../../collections/database.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { CaseEntry } from '../../../known-cases/case-entry.ts'
import { knownCases } from '../../../known-cases/known-cases.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { knownNames, likeCase, type Compared, type KnownNames } from './like-cases.ts'

/** A case that is registered although it may be known already. */
export interface CaseHint {
  readonly kind: 'case'
  /** The hidden field with the new case's id. */
  readonly field: CompiledField
  /** The known one. */
  readonly known: Compared
}

interface CaseParts {
  readonly db: Database
  readonly interview: Pick<Interview, 'form' | 'answers'>
}

/** The names of a list, as long as no case of it changes. */
const namesOf = new WeakMap<readonly CaseEntry[], Promise<KnownNames>>()

/** The cases that an interview registers and that are most likely known. Reads no case for a form that registers none. */
export const caseHints = async ({
  db,
  interview: { form, answers },
}: CaseParts): Promise<readonly CaseHint[]> => {
  const hints: CaseHint[] = []
  for (const field of form.fields) {
    const about = field.logic?.case
    if (about === undefined) continue
    const near = form.fields.filter(({ occurrence }) => occurrence === field.occurrence)
    const plain = near.map((one): PlainAnswer => ({
      fieldId: one.fieldId,
      occurrence: one.occurrence,
      value: [answers.get(one)].flat().join(' '),
    }))
    const [change] = operationsOf([{ fieldId: field.fieldId, ...about }], plain, notSent)
    if (change?.operation.act !== 'create') continue
    const cases = (await knownCases(db, about.list)).registered()
    const names = namesOf.get(cases) ?? knownNames(cases)
    namesOf.set(cases, names)
    const { label, values } = change.operation
    const known = likeCase({ id: change.id, label, values }, await names)
    if (known !== null) hints.push({ kind: 'case', field, known })
  }
  return hints
}

const notSent = { key: '', at: '', by: '', form_id: '', submission_id: '' }
