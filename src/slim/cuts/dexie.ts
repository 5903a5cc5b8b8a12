import { membersOf, type Cut } from './cut.ts'

/**
 * What the build leaves out of Dexie. Only collections/one-database and collections/history use Dexie, and they call
 * none of these. Its errors and their names all stay. `npm run test:slim` runs the tests of the collections on the rest.
 */
export const dexie: Cut = {
  module: 'dexie/dist/modern/dexie.mjs',
  // No table has hooks.
  functions: ['hookCreatingChain', 'hookUpdatingChain', 'hookDeletingChain', 'pureFunctionChain'],
  results: {
    // Conditions are always the name of an index.
    'Table.where': 'new this.db.WhereClause(this, indexOrCrit)',
    // No table has Y.js documents.
    builtInDeletionTrigger: 'res',
    // Only getDatabaseNames reads the list that Dexie keeps where the browser has none.
    _onDatabaseCreated: 'void 0',
    _onDatabaseDeleted: 'void 0',
  },
  prototypes: ['RangeSet'],
  members: [
    ...membersOf(
      'Table',
      `filter offset limit each toArray orderBy reverse mapToClass defineClass add update upsert put bulkAdd
      bulkUpdate`,
    ),
    ...membersOf(
      'Collection',
      `_addAlgorithm raw sortBy offset until first last and or reverse desc eachKey eachUniqueKey eachPrimaryKey keys
      uniqueKeys firstKey lastKey distinct modify`,
    ),
    ...membersOf(
      'WhereClause',
      `aboveOrEqual belowOrEqual startsWith startsWithIgnoreCase equalsIgnoreCase anyOfIgnoreCase
      startsWithAnyOfIgnoreCase anyOf notEqual noneOf inAnyRange startsWithAnyOf`,
    ),
    ...membersOf('Transaction', 'waitFor'),
    ...membersOf('Version', 'upgrade'),
    ...membersOf(
      'Dexie',
      `exists getDatabaseNames defineClass async spawn waitFor liveQuery extendObservabilitySet setByKeyPath
      delByKeyPath getObjectDiff cache ignoreTransaction currentTransaction getByKeyPath shallowClone deepClone derive
      extend props override Events cmp asap errnames`,
    ),
  ],
  texts: [
    // Live queries and their cache are RxDB's.
    ['this.use(cacheExistingValuesMiddleware);', ''],
    ['this.use(cacheMiddleware);', ''],
    ['this.use(observabilityMiddleware);', ''],
    ['this.use(hooksMiddleware);', ''],
    // So nothing listens to their news of writes, in this tab and in others.
    ["if ('mutatedParts' in idbtrans) {", 'if (!1) {'],
    ['if (wasCreated) {', 'if (!1) {'],
    ["if (typeof dispatchEvent !== 'undefined' &&", 'if (!1 &&'],
    ["if (typeof BroadcastChannel !== 'undefined') {", 'if (!1) {'],
    ['propagateLocally({ all: new RangeSet(-Infinity, [[]]) });', ''],
    // Dexie's promises are only awaited.
    ['if (NativePromise) {\n    if (NativePromise.allSettled)', 'if (!1) {\n    if (!1)'],
  ],
}
