/** A test of RxDB's suites that does not hold on the product's storage, and why that is right. */
export interface Otherwise {
  /** A part of the test's full name. */
  readonly test: string
  readonly reason: string
}

export const otherwise: readonly Otherwise[] = [
  {
    test: 'should be able to store a complex document with key compression',
    reason:
      "Its names begin with '|', which an index of IndexedDB cannot have. RxDB's Dexie storage renames them; the product has no such names.",
  },
  {
    test: 'should not mix up documents stored with different schema versions',
    reason:
      'It opens two versions at once. The product has one version for all collections, and a newer one closes the older.',
  },
  {
    test: 'documents that are stored on different schema versions, should not interfere',
    reason: 'It opens two versions at once, as above.',
  },
  {
    test: 'Inserting without an optional index field causes unexpected behavior',
    reason:
      "An index of IndexedDB leaves out documents without its field. The suite skips RxDB's Dexie storage for it, and the product's schemas require the fields of their indexes.",
  },
]
