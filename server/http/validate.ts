import * as v from 'valibot'
import { failed, passed, refuse, type Checked } from './answer.ts'
import { readJson } from './body.ts'

type Schema<Output> = v.GenericSchema<unknown, Output>

/**
 * Validates a body against a wire schema. The refusal is a 422 with `errors` by path, in words that clients do not
 * interpret.
 */
export const validate = <Output>(schema: Schema<Output>, body: unknown): Checked<Output> => {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return passed(parsed.output)
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.issues.slice(0, 20)) {
    const path = v.getDotPath(issue) ?? 'body'
    const texts = (errors[path] ??= [])
    const isMissing = issue.received === 'undefined'
    texts.push(
      isMissing
        ? `${path} is required.`
        : `${path} must be ${issue.expected ?? 'of another form'}.`,
    )
  }
  return failed(refuse(422, 'The data was not accepted. Please check it.', { errors }))
}

/** Reads a JSON body, up to a limit in bytes, and validates it. */
export const readBody = async <Output>(
  request: Request,
  schema: Schema<Output>,
  maxBytes?: number,
): Promise<Checked<Output>> => {
  const json = await readJson(request, maxBytes)
  return json.ok ? validate(schema, json.value) : json
}
