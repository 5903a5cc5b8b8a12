/*
 * The updates of an operation log, `$set` and `$unset`. The build uses this instead of RxDB's updater (replaced.ts),
 * because that one contains every update of MongoDB. WARNING: persisted logs are replayed with it; a test compares it
 * with RxDB's.
 */
import { clone } from 'rxdb/plugins/utils'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The object that contains the last key of a path; null when it is missing and must not be created. */
const holderOf = (doc: Fields, keys: readonly string[], isCreating: boolean): Fields | null => {
  let holder: unknown = doc
  for (const key of keys) {
    if (!isFields(holder)) return null
    if (isCreating) holder[key] ??= {}
    holder = holder[key]
  }
  return isFields(holder) ? holder : null
}

/**
 * Returns a copy of a document with an update applied to it. Dots in a path lead into nested objects, and `$set`
 * creates those that are missing. Throws for other updates, which no log of ours contains.
 */
export const mingoUpdater = <Doc extends object>(
  doc: Doc,
  update: Readonly<Record<string, Readonly<Fields>>>,
): Doc => {
  const changed = clone(doc)
  for (const [operator, fields] of Object.entries(update)) {
    if (operator !== '$set' && operator !== '$unset') throw new Error(`Unknown update: ${operator}`)
    for (const [path, value] of Object.entries(fields)) {
      const keys = path.split('.')
      if (keys.includes('__proto__')) throw new Error(`Unusable path: ${path}`)
      const last = keys.pop() ?? ''
      const holder = holderOf(changed as Fields, keys, operator === '$set')
      if (holder === null) continue
      if (operator === '$set') holder[last] = value
      else delete holder[last]
    }
  }
  return changed
}
