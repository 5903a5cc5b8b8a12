import { listsIn, type ListRow } from '../../../replication/wire/form/files.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { FieldLogic, OptionsFrom } from '../../../replication/wire/logic.ts'
import { asWritten, filledText, isPlain } from '../texts/rich-text.ts'

/* Options that are rows of a list or of a repeat, and the random order of options. */

type Row = Readonly<Record<string, unknown>>

const made = new WeakMap<readonly unknown[], Map<string, readonly FieldOption[]>>()

const plainOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const textOf = (value: unknown): string => plainOf(value).trim()

/**
 * The options of rows in a language; of rows with the same value the first. Made once for each list of rows. Labels are
 * in plain words: an author may mark those of a list, and an answer has no marks.
 */
export const rowsToOptions = (
  rows: readonly unknown[],
  from: OptionsFrom,
  language: string,
): readonly FieldOption[] => {
  const { value, label, labels } = from
  const worded = labels !== undefined && Object.hasOwn(labels, language) ? labels[language] : label
  const columns = JSON.stringify([value, label, worded])
  const byColumns = made.get(rows) ?? new Map<string, readonly FieldOption[]>()
  made.set(rows, byColumns)
  const known = byColumns.get(columns)
  if (known !== undefined) return known
  const isOfList = listsIn(JSON.stringify(from.rows)).length > 0
  const byValue = new Map<string, FieldOption>()
  for (const row of rows as readonly Row[]) {
    // As it is in the row, because rules compare the chosen value with that.
    const id = plainOf(row[value])
    if (id.trim() === '' || byValue.has(id)) continue
    const words = textOf(row[worded ?? label]) || textOf(row[label]) || id.trim()
    const isMarked = isOfList && !isPlain(words)
    byValue.set(id, {
      value: id,
      label: isMarked ? filledText(words, asWritten) : words,
      // A map shows the row. The row itself, because there may be thousands.
      ...(isOfList && textOf(row['geometry']) !== '' ? { more: row as ListRow } : {}),
    })
  }
  const options = [...byValue.values()]
  byColumns.set(columns, options)
  return options
}

/** The list whose rows are the options of a field; null for any other field. */
export const chosenListOf = (logic: Pick<FieldLogic, 'options_from'> | null): string | null => {
  const rows = logic?.options_from?.rows
  return rows === undefined ? null : (listsIn(JSON.stringify(rows))[0] ?? null)
}

/** Whether two results contain the same rows, because a filter returns a new list even if nothing changed. */
export const areSameRows = (
  one: readonly unknown[] | null,
  other: readonly unknown[] | null,
): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.length === other.length &&
    one.every((row, place) => row === other[place]))

const modulus = 2_147_483_647

/** A seed for the generator: a whole number from 1. A text, such as the start of an interview, is hashed. */
const seedOf = (seed: unknown): number => {
  const number = Number(seed)
  const whole = Number.isFinite(number)
    ? Math.floor(number)
    : [...String(seed)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % modulus, 7)
  const rest = whole % modulus
  return rest <= 0 ? rest + modulus - 1 : rest
}

/** The items in a random order that depends only on the seed, by the generator of Park and Miller as in ODK. */
export const shuffled = <Item>(items: readonly Item[], seed: unknown): readonly Item[] => {
  const all = [...items]
  let state = seedOf(seed)
  for (let last = all.length - 1; last > 0; last -= 1) {
    state = (state * 16_807) % modulus
    const chosen = Math.floor(((state - 1) / (modulus - 1)) * (last + 1))
    const [a, b] = [all[last], all[chosen]]
    if (a === undefined || b === undefined) continue
    all[last] = b
    all[chosen] = a
  }
  return all
}
