import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldType } from '../../../replication/wire/field-types.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { Reading } from '../types/field-type.ts'
import { typeOf } from '../types/types.ts'

/** Converts a stored answer to what people read. */
export const readAnswer = (
  type: FieldType,
  answer: Answer,
  options: readonly FieldOption[],
): Reading => {
  const { files, read } = typeOf(type)
  const isEmpty = [answer].flat().every(part => part.trim() === '')
  return files === null && isEmpty ? { kind: 'none' } : read(answer, options)
}
