import type { Field, Section } from '../../replication/wire/forms.ts'
import { fieldKind } from '../../replication/wire/field-types.ts'
import type { Rule } from '../../replication/wire/logic.ts'

/** The fields of a form by what rules call them: their ids and names. */
export type FieldsByName = ReadonlyMap<string, Field>

/** The fields of one version of a form. */
export const fieldsByName = (sections: readonly Section[]): FieldsByName => {
  const fields = sections.flatMap(section => section.fields)
  const named = fields.map(field => [field.name, field] as const)
  return new Map([...named, ...fields.map(field => [field.id, field] as const)])
}

/** The operations whose result is a number, whatever they are given (docs/form-logic.md). */
const numeric: ReadonlySet<string> = new Set(
  `+ - * / % min max number to_number round floor ceil trunc power math length sum max_of min_of count
  count_selected days_between months_between decimal_time area distance`.split(/\s+/),
)

const isNumericName = (name: string): boolean => /^\$(count\.|position|random$)/.test(name)

/** The operation of a rule and what is given to it; `''` for a value. */
const partsOf = (rule: Rule): readonly [operation: string, given: readonly Rule[]] => {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return ['', []]
  const [operation = '', given] = Object.entries(rule)[0] ?? []
  return [operation, Array.isArray(given) ? given : [given]]
}

/** The list that is a column of rows; undefined when the rows do not say it. */
const columnOf = (rows: Rule, column: unknown): Rule => {
  const [operation, [first, ...rest]] = partsOf(rows)
  if (operation === 'rows') return rest[rest.indexOf(column) + 1]
  return ['filter', 'rows_with'].includes(operation) ? columnOf(first, column) : undefined
}

/** Whether the items of a list are the answers of a number field. */
const isNumberList = (rule: Rule, fields: FieldsByName, seen: ReadonlySet<string>): boolean => {
  const [operation, [first, second]] = partsOf(rule)
  switch (operation) {
    case 'var': {
      const [, name] = /^\$(?:all|each|nested)\.(.+)$/.exec(String(first)) ?? []
      return name !== undefined && isNumberRule({ var: name }, fields, seen)
    }
    case 'item':
      return isNumberList(first, fields, seen)
    case 'map': {
      const [read, [column]] = partsOf(second)
      return read === 'var' && isNumberList(columnOf(first, column), fields, seen)
    }
    default:
      return false
  }
}

/** Whether a rule results in a number or in nothing, as its operations say. `fields` are those that it may read. */
const isNumberRule = (
  rule: Rule,
  fields: FieldsByName,
  seen: ReadonlySet<string> = new Set(),
): boolean => {
  const isNumber = (one: Rule) => isNumberRule(one, fields, seen)
  /** Whether some of the values are numbers, and the others nothing. */
  const areNumbers = (values: readonly Rule[]) => {
    const given = values.filter(one => one !== null && one !== '' && !isSelf(one))
    return given.length > 0 && given.every(isNumber)
  }
  if (typeof rule === 'number') return true
  const [operation, all] = partsOf(rule)
  if (numeric.has(operation)) return true
  switch (operation) {
    case 'var': {
      const name = String(all[0])
      const field = seen.has(name) ? undefined : fields.get(name)
      return isNumericName(name) || (field !== undefined && isNumberField(field, fields, seen))
    }
    case 'if':
      // Conditions and values alternate, and the last is for the case that no condition holds.
      return areNumbers(all.filter((_, place) => place % 2 === 1 || place === all.length - 1))
    case 'coalesce':
      return areNumbers(all)
    case 'item':
      return isNumberList(all[0], fields, seen)
    case 'reduce':
      return isNumber(all[1])
    default:
      return false
  }
}

const isSelf = (rule: Rule): boolean => JSON.stringify(rule) === '{"var":"$self"}'

/** Whether the answers of a field are numbers, by its type or by its calculation. */
export const isNumberField = (
  { id, type, calculate }: Field,
  fields: FieldsByName,
  seen: ReadonlySet<string> = new Set(),
): boolean =>
  fieldKind(type, false) === 'number' ||
  (type === 'TEXT' &&
    calculate !== undefined &&
    isNumberRule(calculate, fields, new Set([...seen, id])))
