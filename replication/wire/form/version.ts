import { isJsonObject } from '../envelope.ts'
import type { FormDefinition } from '../forms.ts'

/** The same text for the same value, whatever the order of its keys. WARNING: hashes of it are persisted. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${textOf(field)}`).join(',')}}`
}

/** Identifies a version of a form by what it asks, on devices and on the server. `sha256` returns hex. */
export const definitionHash = async (
  { id, sections }: Pick<FormDefinition, 'id' | 'sections'>,
  sha256: (text: string) => Promise<string>,
): Promise<string> => (await sha256(textOf({ id, sections }))).slice(0, 32)
