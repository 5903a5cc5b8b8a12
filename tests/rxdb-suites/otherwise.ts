/** A test of RxDB's suites that does not hold on the product's storage, and why that is right. */
export interface Otherwise {
  /** A part of the test's full name. */
  readonly test: string
  readonly reason: string
}

export const otherwise: readonly Otherwise[] = [
  {
    test: 'creation > open and close',
    reason: 'It compares the name of the database, which each-alone.ts changes.',
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
]
