import { randomUUID } from 'node:crypto'
import { foldCase, seenOf } from '../../../collections/cases/fold.ts'
import type { CaseChange, CaseOperation } from '../../../collections/cases/operation.ts'
import type { Query } from '../../db/db.ts'
import { organization } from '../../store/admin.ts'
import type { AdminContext } from '../command.ts'

/** What the office says of a case: empty values leave the properties as they are. */
export interface OfficeSays {
  readonly list: string
  readonly id: string
  readonly label: string
  readonly values: Readonly<Record<string, string>>
}

/** Makes an operation of the office; null when the case says all of it already. */
export type SayOf = (says: OfficeSays, operations: readonly CaseOperation[]) => CaseChange | null

/** Who the office is for the surveyors, and when it speaks. */
export const officeSays = async (query: Query, { clock }: AdminContext): Promise<SayOf> => {
  const by = (await organization(query))?.name ?? 'Office'
  const at = new Date(clock()).toISOString()
  return ({ list, id, label, values }, operations) => {
    const state = foldCase(operations)
    const news = Object.fromEntries(
      Object.entries(values).filter(
        ([property, value]) => value !== '' && value !== state.values[property],
      ),
    )
    const newLabel = label === state.label ? '' : label
    const isNew = !state.isRegistered
    if (!isNew && newLabel === '' && Object.keys(news).length === 0) return null
    const operation: CaseOperation = {
      key: `office|${randomUUID()}`,
      act: isNew ? 'create' : 'update',
      seen: isNew ? { version: 0, heads: [] } : seenOf(state),
      at,
      label: newLabel,
      values: news,
      by,
      form_id: '',
      submission_id: '',
    }
    return { list, id, operation }
  }
}
