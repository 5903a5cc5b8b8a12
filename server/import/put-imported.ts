import type { Query } from '../db/db.ts'
import { putForm, putFormFile } from '../store/forms.ts'
import type { Imported } from './import-file.ts'

/** Stores an imported form with its files, as the next version if there is one with its id. In a transaction. */
export const putImported = async (
  query: Query,
  { form, files }: Pick<Imported, 'form' | 'files'>,
  status: 'published' | 'draft',
  now: Date,
): Promise<void> => {
  await putForm(query, { ...form, status }, now)
  for (const { id, contents } of files) await putFormFile(query, form.id, id, contents)
}
