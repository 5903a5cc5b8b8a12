import { isJsonObject } from '../../../replication/wire/envelope.ts'
import type { FieldMore } from '../../../replication/wire/forms.ts'

/** Parses what is stored of a field beyond the spec; {} when it cannot be read. */
export const parseMore = (text = ''): FieldMore => {
  if (text === '') return {}
  try {
    const more: unknown = JSON.parse(text)
    return isJsonObject(more) ? more : {}
  } catch {
    return {}
  }
}
