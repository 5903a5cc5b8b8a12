import type { Database } from '../database.ts'
import { fieldsOfForm } from '../queries.ts'
import type { FormDoc } from '../schemas/forms.ts'
import type { FormQuestionDoc } from '../schemas/form-questions.ts'
import { canonical } from '../operation-log.ts'
import { upsert } from '../one-database/upsert.ts'

/**
 * Stores the heads of forms as in the server's list. What only the definition has (sections, hash) stays unchanged. A form
 * whose definition is missing or older than the list says is marked as stale until its definition arrives, because its
 * head alone no longer shows it.
 */
export const storeFormHeads = async (db: Database, heads: readonly FormDoc[]): Promise<void> => {
  const known = await db.forms.findByIds(heads.map(head => head.id)).exec()
  const changed = heads.flatMap(head => {
    const stored = known.get(head.id)?.toMutableJSON()
    if (stored === undefined) return [head]
    const { sections, definition_hash, fetched_at, updated_at } = stored
    const isStale = updated_at !== head.updated_at
    const next = { ...head, sections, definition_hash, fetched_at: isStale ? 0 : fetched_at }
    return canonical(stored) === canonical(next) ? [] : [next]
  })
  await db.forms.bulkUpsert(changed)
}

/**
 * Stores a form's definition: its fields first, and last the head that names their version, so that a crash in
 * between never mixes fields of two versions.
 */
export const storeFormDefinition = async (
  db: Database,
  head: FormDoc,
  fields: readonly FormQuestionDoc[],
): Promise<void> => {
  const stored = await db.forms.findOne(head.id).exec()
  if (stored?.definition_hash !== head.definition_hash) {
    await db.form_questions.bulkUpsert([...fields])
  }
  await upsert(db.forms, head)
}

/** Removes a form that the server no longer assigns, with its fields; only hides it if unsent work needs them. */
export const dropForm = async (
  db: Database,
  formId: string,
  { isNeeded }: { readonly isNeeded: boolean },
): Promise<void> => {
  const form = await db.forms.findOne(formId).exec()
  if (form === null) return
  if (isNeeded) {
    await form.incrementalPatch({ hidden: 1 })
    return
  }
  await form.incrementalRemove()
  await fieldsOfForm(formId).build(db.form_questions).remove()
}

/** Marks a form whose definition or files are still to be fetched. */
export const markStale = async (db: Database, formId: string): Promise<void> => {
  await (await db.forms.findOne(formId).exec())?.incrementalPatch({ fetched_at: 0 })
}

/** Stores the contents of a file of a form that is on the device. */
export const storeFormFile = async (
  db: Database,
  formId: string,
  fileId: string,
  contents: string,
): Promise<void> => {
  const form = await db.forms.findOne(formId).exec()
  const data = new Blob([contents], { type: 'application/json' })
  await form?.putAttachment({ id: fileId, type: data.type, data })
}

/** The ids of the files of a form on the device. */
export const storedFiles = async (db: Database, formId: string): Promise<ReadonlySet<string>> => {
  const form = await db.forms.findOne(formId).exec()
  return new Set(form?.allAttachments().map(({ id }) => id))
}

/** The contents of a file of a form; null when the device does not have it. */
export const formFile = async (
  db: Database,
  formId: string,
  fileId: string,
): Promise<string | null> => {
  const file = (await db.forms.findOne(formId).exec())?.getAttachment(fileId)
  return file === null || file === undefined ? null : (await file.getData()).text()
}

/** Removes the files of a form that no version on the device names any more. */
export const dropFiles = async (
  db: Database,
  formId: string,
  keep: ReadonlySet<string>,
): Promise<void> => {
  const form = await db.forms.findOne(formId).exec()
  for (const { id } of form?.allAttachments() ?? []) {
    if (!keep.has(id)) await form?.getLatest().getAttachment(id)?.remove()
  }
}

/** Removes the fields of versions that nothing needs any more. */
export const dropVersions = async (
  db: Database,
  formId: string,
  keep: ReadonlySet<string>,
): Promise<void> => {
  const stored = await fieldsOfForm(formId).build(db.form_questions).exec()
  await db.form_questions.bulkRemove(
    stored.filter(field => !keep.has(field.definition_hash)).map(field => field.id),
  )
}
