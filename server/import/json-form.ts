import { isJsonObject } from '../../replication/wire/envelope.ts'
import { parseForm, type FormDefinition } from '../../replication/wire/forms.ts'
import { slowPatterns } from './safe-pattern.ts'
import { ImportProblem } from './source.ts'

/** A form in JSON, and how many entries of its lists of fields could not be read. */
interface JsonForm {
  readonly form: FormDefinition
  readonly leftOut: number
}

/** The number of entries in a form's lists of fields, to detect fields that could not be read. */
const countEntries = (raw: unknown): number => {
  if (!isJsonObject(raw)) return 0
  const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)
  const sections = Array.isArray(raw['sections']) ? raw['sections'] : []
  const inSections = sections
    .filter(isJsonObject)
    .map(section => lengthOf(section['fields'] ?? section['questions']))
  return [...inSections, lengthOf(raw['questions'] ?? raw['fields'])].reduce((a, b) => a + b, 0)
}

/** Makes a form from the contents of a JSON file. Throws ImportProblem. */
export const readJsonForm = (raw: unknown, file: string): JsonForm => {
  const form = parseForm(raw)
  if (form === null) throw new ImportProblem([`${file} contains no form: it has no id.`])
  const [slow] = slowPatterns(form)
  if (slow !== undefined)
    throw new ImportProblem([`Form ${form.id}: the pattern ${slow} can take forever to check.`])
  const count = form.sections.flatMap(({ fields }) => fields).length
  if (count === 0) throw new ImportProblem([`Form ${form.id} has no fields.`])
  return { form, leftOut: Math.max(0, countEntries(raw) - count) }
}
