import { isJsonObject, type Json } from '../../replication/wire/envelope.ts'

/**
 * Converts a wire schema to JSON Schema. It knows the kinds that `wire/requests.ts` uses and throws on any other,
 * so that the document is never incomplete.
 */

const actionToJson = (action: Json): Json => {
  const requirement = action['requirement']
  switch (action['type']) {
    case 'min_length':
      return { minLength: requirement }
    case 'max_length':
      return { maxLength: requirement }
    case 'min_value':
      return { minimum: requirement }
    case 'max_value':
      return { maximum: requirement }
    case 'integer':
      return { type: 'integer' }
    case 'iso_timestamp':
      return { format: 'date-time' }
    case 'trim':
    case 'to_lower_case':
      return {}
    default:
      throw new Error(`No JSON Schema for the action ${String(action['type'])}`)
  }
}

const objectOf = (value: unknown): Json => {
  if (isJsonObject(value)) return value
  throw new Error('Not a schema')
}

const entriesToJson = (entries: Json): Json => {
  const names = Object.keys(entries)
  const isOptional = (name: string) => objectOf(entries[name])['type'] === 'optional'
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, schemaToJson(entries[name])])),
    required: names.filter(name => !isOptional(name)),
  }
}

/** The JSON Schema of a valibot schema. */
export const schemaToJson = (schema: unknown): Json => {
  const { type, pipe, entries, item, wrapped } = objectOf(schema)
  if (Array.isArray(pipe)) {
    const [base, ...actions] = pipe
    return Object.assign(
      schemaToJson({ ...objectOf(base), pipe: undefined }),
      ...actions.map(action => actionToJson(objectOf(action))),
    )
  }
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type }
    case 'array':
      return { type: 'array', items: schemaToJson(item) }
    case 'object':
      return entriesToJson(objectOf(entries))
    case 'optional':
      return schemaToJson(wrapped)
    case 'nullable': {
      const inner = schemaToJson(wrapped)
      return { ...inner, type: [inner['type'], 'null'] }
    }
    default:
      throw new Error(`No JSON Schema for ${String(type)}`)
  }
}
