import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FormDoc } from '../../../../collections/schemas/forms.ts'
import type { Database } from '../../../../collections/database.ts'
import { fieldsOfVersion } from '../../../../collections/queries.ts'
import type { Api } from '../../../../replication/http/api.ts'
import type { SyncEnv } from '../../../../replication/env.ts'
import type { Refresh } from '../../../../replication/pull/refresh.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { readFormLists, type EditedInterview } from '../../../interviews/form-lists.ts'
import { compileForm } from '../../../form/definition/compile.ts'
import { localDay } from '../../../lib/local-time.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'

/** Where definitions are read. */
export interface VersionParts {
  readonly db: Database
  readonly env: Pick<SyncEnv, 'clock'>
}

/** Where definitions are read and fetched. */
export interface LoadParts extends VersionParts {
  readonly api: Api
  readonly refresh: Pick<Refresh, 'form'>
  readonly env: Pick<SyncEnv, 'clock' | 'network'>
}

/** The outcome of loading a form's definition; `message` says why it failed (8.26 to 8.28). */
export type LoadedForm =
  | { readonly kind: 'loaded'; readonly form: CompiledForm }
  | { readonly kind: 'empty'; readonly title: string }
  | { readonly kind: 'unpublished'; readonly title: string }
  | { readonly kind: 'unavailable'; readonly message: string }

/** WARNING: the server's own value, persisted: a form with this status is unpublished (3.17). */
const unpublished = 'draft'

/** Whether a form is unpublished, so that it cannot be filled in. */
export const isUnpublished = ({ status }: Pick<FormDoc, 'status'>): boolean =>
  status === unpublished

const storedForm = async (db: Database, formId: string): Promise<FormDoc | null> =>
  (await db.forms.findOne(formId).exec())?.toMutableJSON() ?? null

/** One version of a form; null when the device does not have its fields. */
export const loadVersion = async (
  { db, env }: VersionParts,
  form: { readonly id: string; readonly title: string },
  definitionHash: string,
  edited: EditedInterview | null = null,
): Promise<CompiledForm | null> => {
  if (definitionHash === '') return null
  const questions = await fieldsOfVersion(definitionHash).build(db.form_questions).exec()
  if (questions.length === 0) return null
  const lists = await readFormLists(db, questions, edited)
  const now = env.clock.now()
  const madeOf = [form.id, form.title, localDay(now), ...questions, ...lists.values()]
  const made = madeIn.get(db) ?? []
  const kept = made.find(one => areSame(one.madeOf, madeOf))
  const head = { id: form.id, title: form.title, definition_hash: definitionHash }
  const fields = () => questions.map(question => question.toMutableJSON())
  const used = kept ?? { form: compileForm(head, fields(), now, lists), madeOf }
  madeIn.set(db, [used, ...made.filter(one => one !== kept)].slice(0, keptVersions))
  return used.form
}

/** How many versions are kept compiled: those of the surveys that a surveyor takes turns with. */
export const keptVersions = 4

/** A compiled version, and everything that it was made of. RxDB has one object for each revision of a document. */
interface Made {
  readonly form: CompiledForm
  readonly madeOf: readonly unknown[]
}

/** The versions that were used last, the last one first. */
const madeIn = new WeakMap<Database, readonly Made[]>()

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, n) => one === others[n])

/** Loads a form's current definition: the device's first, the server's when the device has none (1.5). */
export const loadForm = async (
  parts: LoadParts,
  formId: string,
  edited: EditedInterview | null = null,
): Promise<LoadedForm> => {
  const { db, refresh, env } = parts
  const stored = await storedForm(db, formId)
  if (stored !== null && stored.definition_hash !== '') return toLoaded(parts, stored, edited)
  if (!env.network.isOnline()) {
    return {
      kind: 'unavailable',
      message: stored === null ? fill.notFoundOffline(formId) : fill.notOffline,
    }
  }
  const pulled = await refresh.form(formId)
  const fetched = pulled.ok ? await storedForm(db, formId) : null
  if (fetched === null) return { kind: 'unavailable', message: fill.loadFailed }
  return toLoaded(parts, fetched, edited)
}

const toLoaded = async (
  parts: LoadParts,
  stored: FormDoc,
  edited: EditedInterview | null,
): Promise<LoadedForm> => {
  if (isUnpublished(stored)) return { kind: 'unpublished', title: stored.title }
  const form = await loadVersion(parts, stored, stored.definition_hash, edited)
  return form === null ? { kind: 'empty', title: stored.title } : { kind: 'loaded', form }
}

/**
 * The version that an interview began with, or the current one when the device lacks it; answers fit both, because they
 * are stored by field. Null when the device has neither.
 */
export const versionOf = async (
  parts: LoadParts,
  draft: Pick<DraftDoc, 'form_id' | 'formName' | 'definition_hash'>,
  edited: EditedInterview | null = null,
): Promise<CompiledForm | null> => {
  const form = { id: draft.form_id, title: draft.formName }
  const own = await loadVersion(parts, form, draft.definition_hash, edited)
  if (own !== null) return own
  const loaded = await loadForm(parts, draft.form_id, edited)
  return loaded.kind === 'loaded' ? loaded.form : null
}
