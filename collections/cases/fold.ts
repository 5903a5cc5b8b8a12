import type { CaseOperation, Seen } from './operation.ts'

/** The state of a case, from the operations of its interviews. */
export interface CaseState {
  /** Whether an interview registers it. Visits of a case whose registration is deleted, or not known yet, remain. */
  readonly isRegistered: boolean
  readonly label: string
  /** By property; a property that was never set is missing. */
  readonly values: Readonly<Record<string, string>>
  /** 1 after the registration; a visit makes it one more than what it had seen. */
  readonly version: number
  /** The keys of the operations that no other one has seen. */
  readonly heads: readonly string[]
  /** ISO 8601 UTC of the first and of the last operation; '' without any. */
  readonly created_at: string
  readonly updated_at: string
  /** The properties that interviews set to different values, neither of which had seen the other's. */
  readonly contested: Readonly<Record<string, readonly SaidValue[]>>
}

/** A value with the key of the operation that sets it. */
export interface SaidValue {
  readonly value: string
  readonly key: string
}

const order = (a: CaseOperation, b: CaseOperation): number =>
  a.seen.version - b.seen.version ||
  compare(a.act, b.act) ||
  compare(a.at, b.at) ||
  compare(a.key, b.key)

/** By code units, because a locale would make two devices disagree. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Operations in the order in which they count: the last that sets a property wins. It is the same on every device. */
export const inOrder = (operations: readonly CaseOperation[]): readonly CaseOperation[] =>
  [...operations].sort(order)

/** The state of a case after all operations, in whatever order they have arrived. */
export const foldCase = (operations: readonly CaseOperation[]): CaseState => {
  const ordered = inOrder(operations)
  const values = new Map<string, string>()
  let label = ''
  let version = 0
  const seen = new Set<string>()
  for (const operation of ordered) {
    if (operation.label !== '') label = operation.label
    for (const [property, value] of Object.entries(operation.values)) values.set(property, value)
    version = Math.max(version, operation.seen.version + 1)
    for (const head of operation.seen.heads) seen.add(head)
  }
  const times = ordered.map(({ at }) => at).sort(compare)
  return {
    isRegistered: ordered.some(({ act }) => act === 'create'),
    label,
    values: Object.fromEntries(values),
    version,
    heads: ordered.map(({ key }) => key).filter(key => !seen.has(key)),
    created_at: times[0] ?? '',
    updated_at: times.at(-1) ?? '',
    contested: contestedIn(ordered),
  }
}

/** What an interview sees of a case that is submitted now. */
export const seenOf = ({ version, heads }: CaseState): Seen => ({ version, heads })

const contestedIn = (ordered: readonly CaseOperation[]): CaseState['contested'] => {
  // A chain, as almost every case is: each operation has seen the one before it.
  const isChain = ordered.every(
    ({ seen }, place) => place === 0 || seen.heads.includes(ordered[place - 1]?.key ?? ''),
  )
  if (isChain) return {}
  const byKey = new Map(ordered.map(operation => [operation.key, operation]))
  const properties = new Set(ordered.flatMap(({ values }) => Object.keys(values)))
  const found = [...properties].flatMap(property => {
    const setters = ordered.filter(({ values }) => Object.hasOwn(values, property))
    const seen = seenBy(setters, byKey)
    const last = setters.filter(({ key }) => !seen.has(key))
    const said = last.map(({ key, values }) => ({ key, value: values[property] ?? '' }))
    const isContested = new Set(said.map(({ value }) => value)).size > 1
    return isContested ? [[property, said] as const] : []
  })
  return Object.fromEntries(found)
}

/** The keys of all operations that one of these had seen, also through others. It ends also when they have seen each other. */
const seenBy = (
  operations: readonly CaseOperation[],
  byKey: ReadonlyMap<string, CaseOperation>,
): ReadonlySet<string> => {
  const found = new Set<string>()
  const open = [...operations]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const head of next.seen.heads) {
      if (found.has(head)) continue
      found.add(head)
      const older = byKey.get(head)
      if (older !== undefined) open.push(older)
    }
  }
  return found
}
