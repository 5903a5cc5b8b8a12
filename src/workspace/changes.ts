import { mergeMap, type Observable } from 'rxjs'

/** A write to a collection. */
interface Change<Doc> {
  readonly documentId: string
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly documentData: Doc
  /** The document before an update. */
  readonly previousDocumentData?: Doc
}

/** A collection, or the whole database. */
interface Followed<Doc> {
  readonly eventBulks$: Observable<{
    readonly collectionName?: string
    readonly events: readonly Change<Doc>[]
  }>
}

/**
 * Every write to a collection, in this tab and in others. RxDB's own `$`, `insert$`, `update$` and `remove$` emit the
 * same, but keep every event in memory for the life of the page (17.6: a Map of the module's).
 */
export const changesOf = <Doc>(followed: Followed<Doc>): Observable<Change<Doc>> =>
  followed.eventBulks$.pipe(mergeMap(({ events }) => events))
