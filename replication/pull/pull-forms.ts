import { defaultHashSha256 } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { readEntries } from '../../collections/recovery-entries.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import { questionId } from '../../collections/ids.ts'
import { definitionHash } from '../wire/form-version.ts'
import {
  assignedForms,
  unfinishedInterviews,
  visibleSubmissions,
} from '../../collections/queries.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import {
  dropFiles,
  dropForm,
  dropVersions,
  markStale,
  storeFormDefinition,
  storeFormFile,
  storedFiles,
  storeFormHeads,
} from '../../collections/writes/write-forms.ts'
import { readAllForms } from '../http/all-rows.ts'
import type { Api } from '../http/api.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import { mediaAs } from '../wire/form-media.ts'
import { listsIn, type FormFile } from '../wire/form-files.ts'
import type { FormHead } from '../wire/answers.ts'
import type { Field, FieldMore, FormDefinition, Section } from '../wire/forms.ts'
import { parseLogic } from '../wire/logic.ts'
import { nameRows } from './take-rows.ts'

/**
 * Fetches the assigned forms with all definitions, so that a form opens offline the first time (1.5, decisions 2).
 * Removes forms that are no longer listed, unless unsent work needs them.
 */
export const pullForms = async (
  db: Database,
  api: Api,
  now: () => number,
): Promise<Result<void, Failure>> => {
  const listed = await readAllForms(api)
  if (!listed.ok) return listed
  const { heads, isWhole } = listed.value
  const stale = await staleForms(db, heads)
  await storeFormHeads(db, heads.map(headToDoc), new Set(stale))
  for (const id of await withoutDefinition(db, stale)) await nameRows(db, id)
  if (isWhole) await dropUnlisted(db, new Set(heads.map(({ id }) => id)))
  for (const id of stale) {
    const pulled = await pullForm(db, api, id, now)
    if (pulled.ok || isOfThisForm(pulled.failure)) continue
    return pulled
  }
  return ok(undefined)
}

/** Whether a failure concerns one form or file alone, so that the others are fetched all the same. */
const isOfThisForm = ({ kind }: Failure): boolean => kind === 'permanent' || kind === 'malformed'

/** Fetches and stores one form's definition, after the lists that its rules read and before its pictures. */
export const pullForm = async (
  db: Database,
  api: Api,
  id: string,
  now: () => number,
): Promise<Result<void, Failure>> => {
  const definition = await api.form(id)
  if (!definition.ok) return definition
  const { files = [], sections, ...head } = definition.value
  // The files are kept with the form's head.
  const isKnown = (await db.forms.findOne(id).exec()) !== null
  if (!isKnown && files.length > 0) await storeFormHeads(db, [headToDoc(head)])
  const read = new Set(listsIn(JSON.stringify(sections)))
  const lists = await pullFiles(
    db,
    api,
    id,
    files.filter(file => read.has(file.id)),
  )
  if (!lists.ok) return lists
  await storeForm(db, definition.value, now())
  const others = await pullFiles(db, api, id, files)
  // The form is complete without its pictures, which come with the next refresh.
  if (!others.ok) await markStale(db, id)
  return others
}

/** Whether a form goes without a file. A page in its place may be a gateway's or a portal's, and then comes later. */
const isLeftOut = (failure: Failure): boolean =>
  failure.kind === 'malformed' && failure.foreign
    ? failure.status === 404 || failure.status === 410
    : isOfThisForm(failure)

/**
 * Fetches the files of a form that the device lacks. A file that the server does not have is left out, because the
 * form can still be filled in without it.
 */
const pullFiles = async (
  db: Database,
  api: Api,
  formId: string,
  files: readonly FormFile[],
): Promise<Result<void, Failure>> => {
  const stored = await storedFiles(db, formId)
  for (const { id } of files) {
    if (stored.has(id)) continue
    const contents = await api.formFile(id)
    if (contents.ok) await storeFormFile(db, formId, id, JSON.stringify(contents.value))
    else if (!isLeftOut(contents.failure)) return contents
  }
  return ok(undefined)
}

const headToDoc = (head: FormHead) => ({
  id: head.id,
  title: head.title,
  name: head.title,
  description: head.description,
  status: head.status,
  submissions: head.submissions,
  created_at: head.created_at,
  updated_at: head.updated_at,
  createdAt: head.created_at,
  hidden: 0,
  newest: newestOf(head.updated_at),
})

/** The listed forms whose definition is missing, older than the list says, or could not be fetched last time. */
const staleForms = async (db: Database, heads: readonly FormHead[]): Promise<readonly string[]> => {
  const stored = await db.forms.findByIds(heads.map(({ id }) => id)).exec()
  return heads
    .filter(head => {
      const form = stored.get(head.id)
      return !form || form.fetched_at === 0 || form.updated_at !== head.updated_at
    })
    .map(({ id }) => id)
}

/** Those of the forms whose definition never came. */
const withoutDefinition = async (
  db: Database,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const stored = await db.forms.findByIds([...ids]).exec()
  return ids.filter(id => stored.get(id)?.definition_hash === '')
}

const storeForm = async (db: Database, form: FormDefinition, now: number): Promise<void> => {
  const { sections, ...head } = form
  const hash = await definitionHash(form, defaultHashSha256)
  const fields = toQuestions(form, hash)
  const doc: FormDoc = {
    ...headToDoc(head),
    sections: sections.map(({ id, name, order }) => ({ id, name, order })),
    definition_hash: hash,
    fetched_at: now,
  }
  await storeFormDefinition(db, doc, fields)
  const others = (await neededVersions(db, form.id)).filter(version => version !== hash)
  await dropVersions(db, form.id, new Set([hash, ...others]))
  // Another version may need files that this one does not name.
  if (others.length > 0) return
  await dropFiles(db, form.id, new Set((form.files ?? []).map(file => file.id)))
}

const toQuestions = (form: FormDefinition, hash: string): FormQuestionDoc[] =>
  form.sections
    .flatMap(section => section.fields.map(field => ({ section, field })))
    .map(({ section, field }, order) => ({
      id: questionId(hash, field.id),
      form_id: form.id,
      definition_hash: hash,
      field_id: field.id,
      section_id: section.id,
      section_name: section.name,
      section_order: section.order,
      name: field.name,
      label: field.label,
      placeholder: field.placeholder,
      type: field.type,
      order,
      options: JSON.stringify(field.options),
      is_required: field.is_required,
      help_text: field.help_text,
      multiple: field.multiple,
      max_kb: field.max_kb ?? 0,
      ...moreOf(section, field),
    }))

/** What a field and its section have beyond the spec, as stored; no property when there is nothing. */
const moreOf = (section: Section, field: Field): Pick<FormQuestionDoc, 'logic'> => {
  const more: FieldMore = {
    ...parseLogic({ ...field }),
    ...present('labels', field.labels),
    ...present('placeholders', field.placeholders),
    ...present('help_texts', field.help_texts),
    ...present('guidance', field.guidance),
    ...present('guidances', field.guidances),
    ...present('range', field.range),
    ...present('is_numeric', field.is_numeric),
    ...mediaAs({ ...field }),
    ...present('section_names', section.names),
    ...present('section_fills', section.fills),
    ...present('section_repeat', section.repeat),
  }
  return Object.keys(more).length === 0 ? {} : { logic: JSON.stringify(more) }
}

const present = <Name extends keyof FieldMore>(
  name: Name,
  value: FieldMore[Name] | undefined,
): Partial<FieldMore> => (value === undefined ? {} : { [name]: value })

/** The versions that drafts, unsent submissions and Recovery still need. */
const neededVersions = async (db: Database, formId: string): Promise<readonly string[]> => {
  const worked = await unfinishedInterviews().build(db.submissions).exec()
  const unsent = await visibleSubmissions({ formId, pendingOnly: true }, 10_000)
    .build(db.submissions)
    .exec()
  const recovered = await readEntries(db)
  return [
    ...worked
      .filter(({ form_id }) => form_id === formId)
      .flatMap(({ work }) => work?.definition_hash ?? []),
    ...unsent.map(submission => submission.definition_hash),
    ...recovered.filter(entry => entry.form_id === formId).map(entry => entry.definition_hash),
  ]
}

const dropUnlisted = async (db: Database, listed: ReadonlySet<string>): Promise<void> => {
  const stored = await assignedForms(10_000).build(db.forms).exec()
  for (const form of stored) {
    if (listed.has(form.id)) continue
    const needed = await neededVersions(db, form.id)
    await dropForm(db, form.id, { isNeeded: needed.length > 0 })
  }
}
