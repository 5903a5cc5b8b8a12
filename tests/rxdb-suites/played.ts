/** The storages that the suites are played on: the product's, and RxDB's Dexie storage to compare. */
export type Storage = 'ours' | 'reference'

/** One test of a suite that was played. */
export interface PlayedTest {
  readonly suite: string
  /** The titles of its groups and its own, without the name of the storage. */
  readonly name: string
  /** The message it failed with; null when it passed. */
  readonly error: string | null
}

/** What was played on a storage. */
export interface Played {
  readonly tests: readonly PlayedTest[]
  /** Why suites could not be loaded. */
  readonly broken: readonly string[]
}

/** A test's name without the name of the storage, which some suites put into it. */
export const withoutStorage = (name: string): string =>
  name.replace(/ \(implementation: [^)]*\)/, '')
