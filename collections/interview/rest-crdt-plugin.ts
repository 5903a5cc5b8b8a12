import type { RxConflictHandler, RxPlugin } from 'rxdb'
import { canonical, withoutOwnFields, type OperationLog } from '../operation-log.ts'

type Logged = { crdts: OperationLog }

const content = (doc: object): string => canonical(withoutOwnFields(doc))

/**
 * Two states are equal only when both their logs and their contents are equal. RxDB's own handler compares the
 * creators of the operations only, and would take a second edit by the same tab for the first.
 */
const conflictHandler: RxConflictHandler<Logged> = {
  isEqual: (a, b) => a.crdts.hash === b.crdts.hash && content(a) === content(b),
  resolve: ({ realMasterState }) => Promise.resolve(realMasterState),
}

/**
 * Gives CRDT collections a conflict handler that fits a plain REST server (docs/decisions/0002). RxDB refuses a
 * handler together with `crdt`, so a hook adds this one after RxDB's CRDT plugin.
 */
export const restCrdtPlugin: RxPlugin = {
  name: 'transect-rest-crdt',
  rxdb: true,
  hooks: {
    preCreateRxCollection: {
      after: (creator: { schema: { crdt?: unknown }; conflictHandler?: unknown }) => {
        if (creator.schema.crdt !== undefined) creator.conflictHandler = conflictHandler
      },
    },
  },
}
