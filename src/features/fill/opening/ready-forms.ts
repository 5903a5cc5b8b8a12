import { assignedForms, visibleSubmissions } from '../../../../collections/queries.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { loadInputs } from '../inputs/inputs.ts'
import { isUnpublished, keptVersions, loadVersion, type VersionParts } from './load-form.ts'

/** What is read and compiled, and whether now is a good moment for the next form. */
export interface ReadyParts extends VersionParts {
  readonly isFree: () => boolean
}

/**
 * Compiles the surveys that will probably be opened next, because a slow phone needs a third of a second for a long one:
 * that of the newest submission, then the first of the list. Stops when the device is not free any more. Returns them.
 */
export const readyForms = async ({
  db,
  env,
  isFree,
}: ReadyParts): Promise<readonly CompiledForm[]> => {
  const assigned = await assignedForms().build(db.forms).exec()
  const [newest] = await visibleSubmissions({}, 1).build(db.submissions).exec()
  const isLast = ({ id }: { readonly id: string }) => id === newest?.form_id
  const next = [...assigned.filter(isLast), ...assigned.filter(form => !isLast(form))]
    .filter(form => !isUnpublished(form))
    .slice(0, keptVersions)
  const ready: CompiledForm[] = []
  for (const form of next) {
    if (!isFree()) break
    const compiled = await loadVersion({ db, env }, form, form.definition_hash)
    if (compiled === null) continue
    await loadInputs(compiled.template.fields)
    ready.push(compiled)
  }
  return ready
}
