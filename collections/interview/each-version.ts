import type { RxConflictHandler, RxPlugin } from 'rxdb'

/**
 * To a replication no two versions of a document are equal. An item that says the same as its last version may be due
 * again, and a pulled document that says what is stored may come with something that is not.
 */
const eachVersion: RxConflictHandler<unknown> = {
  isEqual: () => false,
  resolve: ({ newDocumentState }) => Promise.resolve(newDocumentState),
}

/**
 * Gives every collection this handler. A hook does it, because RxDB refuses a handler together with `crdt`, and its own one
 * for CRDTs would take a second edit by the same tab for the first (docs/decisions/0002).
 */
export const eachVersionPlugin: RxPlugin = {
  name: 'transect-each-version',
  rxdb: true,
  hooks: {
    preCreateRxCollection: {
      after: (creator: { conflictHandler?: unknown }) => {
        creator.conflictHandler = eachVersion
      },
    },
  },
}
