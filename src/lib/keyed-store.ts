/** Values by key. A change of one value notifies only those who watch its key. */
export interface KeyedStore<Value> {
  readonly get: (key: string) => Value
  readonly set: (key: string, value: Value) => void
  readonly watch: (key: string, changed: () => void) => () => void
}

/** Makes a keyed store; a key that was never set holds `initial`. Setting an equal value notifies no watcher. */
export const createKeyedStore = <Value>(initial: Value): KeyedStore<Value> => {
  const values = new Map<string, Value>()
  const watchers = new Map<string, Set<() => void>>()
  const get = (key: string): Value => (values.has(key) ? (values.get(key) as Value) : initial)
  return {
    get,
    set: (key, value) => {
      if (Object.is(get(key), value)) return
      values.set(key, value)
      for (const changed of watchers.get(key) ?? []) changed()
    },
    watch: (key, changed) => {
      const members = watchers.get(key) ?? new Set()
      members.add(changed)
      watchers.set(key, members)
      return () => members.delete(changed)
    },
  }
}
