import type { CaseBlock } from '../../cases/interviewed.ts'
import type { Database } from '../../database.ts'
import type { Transaction } from '../../one-database/transaction.ts'
import { fieldsOfVersion } from '../../queries.ts'
import type { FormQuestionDoc } from '../../schemas/form-questions.ts'
import type { SubmissionDoc } from '../../schemas/submissions.ts'

/** What forms say of cases, as far as their definitions are on the device. */

/** By version, because a version never changes; each database has its own. */
const known = new WeakMap<Database['form_questions'], Map<string, readonly CaseBlock[]>>()

/** What a transaction has looked for, because a refresh asks for each of its rows. */
const asked = new WeakMap<Transaction, Map<string, Promise<readonly CaseBlock[]>>>()

/** What the fields of a version say of cases. */
export const caseBlocksIn = (
  fields: readonly Pick<FormQuestionDoc, 'field_id' | 'logic'>[],
): readonly CaseBlock[] =>
  fields.flatMap(({ field_id: fieldId, logic = '' }) => {
    if (!logic.includes('"case"')) return []
    const { case: block } = JSON.parse(logic) as { readonly case?: Omit<CaseBlock, 'fieldId'> }
    return block === undefined ? [] : [{ fieldId, list: block.list, values: block.values }]
  })

/**
 * What the form of an interview says of cases: in the version of the interview, or in today's if the device does not have
 * that one, as for a row of another device. Nothing for a form that is not on the device.
 */
export const caseBlocksOf = (
  transaction: Transaction,
  db: Database,
  // A submission of an earlier version of the app may name none.
  { form_id, definition_hash = '' }: Partial<Pick<SubmissionDoc, 'form_id' | 'definition_hash'>>,
): Promise<readonly CaseBlock[]> => {
  if (form_id === undefined) return Promise.resolve([])
  const own = known.get(db.form_questions)?.get(definition_hash)
  if (own !== undefined) return Promise.resolve(own)
  const key = `${form_id}|${definition_hash}`
  const looked = asked.get(transaction) ?? new Map<string, Promise<readonly CaseBlock[]>>()
  asked.set(transaction, looked)
  const found = looked.get(key) ?? look(transaction, db, form_id, definition_hash)
  looked.set(key, found)
  return found
}

const look = async (
  transaction: Transaction,
  db: Database,
  formId: string,
  hash: string,
): Promise<readonly CaseBlock[]> => {
  const own = await ofVersion(transaction, db, hash)
  if (own !== null) return own
  const form = (await readForm(db, formId)) ?? (await transaction.read(db.forms, formId))
  return (form === null ? null : await ofVersion(transaction, db, form.definition_hash)) ?? []
}

/** What a version says; null when it is not on the device. */
const ofVersion = async (
  transaction: Transaction,
  db: Database,
  hash: string,
): Promise<readonly CaseBlock[] | null> => {
  if (hash === '') return null
  const versions = known.get(db.form_questions) ?? new Map<string, readonly CaseBlock[]>()
  known.set(db.form_questions, versions)
  const kept = versions.get(hash)
  if (kept !== undefined) return kept
  const stored = await readFields(db, hash)
  // A backup brings definitions with its interviews.
  const fields =
    stored.length > 0 ? stored : await transaction.find(db.form_questions, fieldsOfVersion(hash))
  if (fields.length === 0) return null
  const blocks = caseBlocksIn(fields)
  versions.set(hash, blocks)
  return blocks
}

/** Around the transaction, which would begin again when a refresh writes the form meanwhile. */
const readForm = (db: Database, formId: string) => db.forms.findOne(formId).exec()

const readFields = (db: Database, hash: string) =>
  fieldsOfVersion(hash).build(db.form_questions).exec()
