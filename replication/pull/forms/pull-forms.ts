import type { Database } from '../../../collections/database.ts'
import { assignedForms } from '../../../collections/queries.ts'
import { markStale, storedFiles } from '../../../collections/writes/write-forms.ts'
import { readAllForms } from '../../http/pages/all-rows.ts'
import type { Api } from '../../http/api.ts'
import type { Failure } from '../../http/failure.ts'
import { ok, type Result } from '../../http/result.ts'
import { definitionToDocs, headToDoc } from '../../rows/form-documents.ts'
import { listsIn, type FormFile } from '../../wire/form/files.ts'
import type { FormPages, FormsDown } from './forms-down.ts'

/** What a pull of forms needs. */
export interface FormsContext {
  readonly db: Database
  readonly api: Pick<Api, 'forms' | 'form' | 'formFile'>
  readonly now: () => number
  readonly down: FormsDown
}

/**
 * Fetches the assigned forms with all definitions, so that a form opens offline the first time (1.5, decisions 2).
 * Removes forms that are no longer listed, unless unsent work needs them.
 */
export const pullForms = async (context: FormsContext): Promise<Result<void, Failure>> => {
  const { down } = context
  const listed: string[] = []
  const pulled = await down.pull(headPages(context, listed))
  if (!pulled.ok && listed.length === 0) return pulled
  const late = lateForms.get(down) ?? new Set<string>()
  lateForms.set(down, late)
  let failed: Result<void, Failure> | null = pulled.ok ? null : pulled
  let inARow = 0
  const isLate = (id: string) => late.has(id)
  for (const id of [...listed.filter(id => !isLate(id)), ...listed.filter(isLate)]) {
    const definition = await down.pull(stalePages(context, id))
    if (!definition.ok && definition.failure.kind === 'temporary') {
      late.add(id)
      failed = definition
      inARow += 1
      if (inARow === failuresInARow) break
      continue
    }
    if (!definition.ok && !isOfThisForm(definition.failure)) return definition
    late.delete(id)
    inARow = 0
  }
  return failed ?? ok(undefined)
}

/** The forms that did not come the last time, and go last, so that none of them keeps the others away. */
const lateForms = new WeakMap<FormsDown, Set<string>>()

/** After this many forms in a row that do not come, the others would not either. */
const failuresInARow = 2

/** The page with the heads of all assigned forms, whose ids go to `listed`. */
async function* headPages({ db, api }: FormsContext, listed: string[]): FormPages {
  const read = await readAllForms(api)
  if (!read.ok) return read.failure
  const { heads, isWhole, failure } = read.value
  listed.push(...heads.map(({ id }) => id))
  const stored = isWhole ? await assignedForms(10_000).build(db.forms).exec() : []
  const unlisted = stored.filter(({ id }) => !listed.includes(id))
  yield {
    kind: 'heads',
    forms: [
      ...heads.map(head => ({ ...headToDoc(head), _deleted: false })),
      ...unlisted.map(form => ({ ...form.toMutableJSON(), _deleted: true })),
    ],
  }
  return failure
}

/** Whether a failure concerns one form or file alone, so that the others are fetched all the same. */
const isOfThisForm = ({ kind }: Failure): boolean => kind === 'permanent' || kind === 'malformed'

/** Fetches one form. */
export const pullForm = (context: FormsContext, id: string): Promise<Result<void, Failure>> =>
  context.down.pull(pagesOf(context, id))

/** The pages of a form unless it is up to date, because another fetch of all forms may have brought it meanwhile. */
async function* stalePages(context: FormsContext, id: string): FormPages {
  const form = await context.db.forms.findOne(id).exec()
  return form?.fetched_at === 0 ? yield* pagesOf(context, id) : null
}

/** A form's definition, after the lists that its rules read and before its pictures. */
async function* pagesOf(context: FormsContext, id: string): FormPages {
  const { db, api, now } = context
  const definition = await api.form(id)
  if (!definition.ok) return definition.failure
  const { files = [], sections, ...head } = definition.value
  const docs = await definitionToDocs(definition.value, now())
  // The files are kept with the form's head.
  const isKnown = (await db.forms.findOne(id).exec()) !== null
  if (!isKnown && files.length > 0) {
    yield { kind: 'heads', forms: [{ ...headToDoc(head), _deleted: false }] }
  }
  const read = new Set(listsIn(JSON.stringify(sections)))
  const failure = yield* filePages(
    context,
    id,
    files.filter(file => read.has(file.id)),
  )
  if (failure !== null) return failure
  yield { kind: 'definition', ...docs, files: files.map(file => file.id) }
  const others = yield* filePages(context, id, files)
  // The form is complete without its pictures, which come with the next refresh.
  if (others !== null) await markStale(db, id)
  return others
}

/** Whether a form goes without a file. A page in its place may be a gateway's or a portal's, and then comes later. */
const isLeftOut = (failure: Failure): boolean =>
  failure.kind === 'malformed' && failure.foreign
    ? failure.status === 404 || failure.status === 410
    : isOfThisForm(failure)

/**
 * The files of a form that the device lacks. A file that the server does not have is left out, because the form can
 * still be filled in without it.
 */
async function* filePages(
  { db, api }: FormsContext,
  formId: string,
  files: readonly FormFile[],
): FormPages {
  const stored = await storedFiles(db, formId)
  for (const { id } of files) {
    if (stored.has(id)) continue
    const contents = await api.formFile(id)
    if (!contents.ok && !isLeftOut(contents.failure)) return contents.failure
    const form = await db.forms.findOne(formId).exec()
    if (!contents.ok || form === null) continue
    yield { kind: 'file', form: form.toMutableJSON(), id, contents: JSON.stringify(contents.value) }
  }
  return null
}
