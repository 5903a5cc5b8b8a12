import type { WithDeleted } from 'rxdb'
import type { Database } from '../../../collections/database.ts'
import { followForm } from '../../../collections/interview/cases/follow-interview.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { FormDoc } from '../../../collections/schemas/forms.ts'
import { unfinishedInterviews, visibleSubmissions } from '../../../collections/queries.ts'
import { readEntries } from '../../../collections/recovery-entries.ts'
import {
  dropFiles,
  dropForm,
  dropVersions,
  storeFormDefinition,
  storeFormFile,
  storeFormHeads,
} from '../../../collections/writes/write-forms.ts'
import { createDown } from '../../down.ts'
import type { Failure } from '../../http/failure.ts'
import { err, ok, type Result } from '../../http/result.ts'
import { nameRows } from '../take-rows.ts'

/** What one call brings of forms. */
export type FormPage =
  /** Heads of forms; those that are no longer assigned are deleted. */
  | { readonly kind: 'heads'; readonly forms: readonly WithDeleted<FormDoc>[] }
  /** A form with its definition, and the ids of all its files. */
  | {
      readonly kind: 'definition'
      readonly form: FormDoc
      readonly questions: readonly FormQuestionDoc[]
      readonly files: readonly string[]
    }
  /** The contents of one of a form's files. */
  | {
      readonly kind: 'file'
      readonly form: FormDoc
      readonly id: string
      readonly contents: string
    }

/** Calls that bring forms, one after the other; ends with the failure of one. */
export type FormPages = AsyncGenerator<FormPage, Failure | null>

/** RxDB's pull of forms. */
export interface FormsDown {
  /** Has RxDB pull pages; each is asked for when the one before it is stored. */
  readonly pull: (pages: FormPages) => Promise<Result<void, Failure>>
  readonly stop: () => Promise<void>
}

/**
 * Prepares a pull of forms under a name, which is persisted. A definition spans two collections, so its fields travel with
 * the page. There is no cursor: what is still to be fetched shows in the documents (`fetched_at`), also after a crash.
 */
export const createFormsDown = (db: Database, identifier: string): FormsDown => {
  let page: FormPage | null = null
  const down = createDown<FormDoc, object>({
    collection: db.forms,
    identifier,
    arrive: async () => {
      if (page !== null) await takePage(db, page)
    },
  })
  return {
    stop: down.stop,
    pull: pages =>
      down.pull(async () => {
        const next = await pages.next()
        if (next.done !== true) {
          page = next.value
          const documents = page.kind === 'heads' ? page.forms : [{ ...page.form, _deleted: false }]
          return ok({ documents, checkpoint: {}, isLast: false })
        }
        const failure = next.value
        return failure === null ? ok({ documents: [], checkpoint: {}, isLast: true }) : err(failure)
      }),
  }
}

const takePage = async (db: Database, page: FormPage): Promise<void> => {
  switch (page.kind) {
    case 'heads':
      return takeHeads(db, page.forms)
    case 'definition':
      return takeDefinition(db, page.form, page.questions, page.files)
    case 'file':
      return storeFormFile(db, page.form.id, page.id, page.contents)
  }
}

const takeHeads = async (db: Database, forms: readonly WithDeleted<FormDoc>[]): Promise<void> => {
  const heads = forms.flatMap(({ _deleted, ...head }) => (_deleted ? [] : [head]))
  await storeFormHeads(db, heads)
  for (const id of await withoutDefinition(db, heads)) await nameRows(db, id)
  for (const { id, _deleted } of forms) {
    if (!_deleted) continue
    const needed = await neededVersions(db, id)
    await dropForm(db, id, { isNeeded: needed.length > 0 })
  }
}

/** Those of the forms whose definition never came. */
const withoutDefinition = async (
  db: Database,
  heads: readonly FormDoc[],
): Promise<readonly string[]> => {
  const ids = heads.map(({ id }) => id)
  const stored = await db.forms.findByIds(ids).exec()
  return ids.filter(id => stored.get(id)?.definition_hash === '')
}

const takeDefinition = async (
  db: Database,
  form: FormDoc,
  questions: readonly FormQuestionDoc[],
  files: readonly string[],
): Promise<void> => {
  const { id, definition_hash: hash } = form
  const stored = await db.forms.findOne(id).exec()
  await storeFormDefinition(db, form, questions)
  if (stored === null || stored.definition_hash === '') await followForm(db, id)
  const others = (await neededVersions(db, id)).filter(version => version !== hash)
  await dropVersions(db, id, new Set([hash, ...others]))
  // Another version may need files that this one does not name.
  if (others.length === 0) await dropFiles(db, id, new Set(files))
}

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
