import type { Database } from '../../collections/database.ts'
import { fieldsOfForm } from '../../collections/queries.ts'
import { isJsonObject } from '../wire/envelope.ts'
import { parseRepeat, type Repeat } from '../wire/form/repeat.ts'

/**
 * The repeats of a form, in all its versions on the device. Left out is one that is within no other and whose number of
 * occurrences is calculated, because there the second occurrence of two devices is the same one. Those of an inner repeat
 * are numbered through all outer ones, so that it may be another one.
 */
export interface Repeats {
  /** The id of the repeat that a field is in, by the field's id; absent for a field that is asked once. */
  readonly byField: ReadonlyMap<string, string>
  /** The id of the outer repeat, by that of the inner one. */
  readonly outerOf: ReadonlyMap<string, string>
}

/** Reads the repeats of a form. */
export const readRepeats = async (
  { form_questions }: Pick<Database, 'form_questions'>,
  formId: string,
): Promise<Repeats> => {
  const byField = new Map<string, string>()
  const outerOf = new Map<string, string>()
  for (const field of await fieldsOfForm(formId).build(form_questions).exec()) {
    const repeat = repeatOf(field.logic)
    if (repeat === undefined || (repeat.count !== undefined && repeat.within === undefined))
      continue
    byField.set(field.field_id, field.section_id)
    if (repeat.within !== undefined) outerOf.set(field.section_id, repeat.within)
  }
  return { byField, outerOf }
}

/** The repeat of a field's section; undefined for a section that is asked once. */
const repeatOf = (logic = ''): Repeat | undefined => {
  if (!logic.includes('section_repeat')) return undefined
  const more: unknown = JSON.parse(logic)
  return isJsonObject(more) ? parseRepeat(more['section_repeat']) : undefined
}
