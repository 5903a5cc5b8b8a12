import { mergeMap, type Observable } from 'rxjs'

/** A write to a collection, as it is told to those who follow it. */
export interface Change<Doc> {
  readonly documentId: string
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly documentData: Doc
  /** What an update was written over. */
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
 * Every write to a collection, in this tab and in others. RxDB's own `$`, `insert$`, `update$` and `remove$`
 * say the same, but keep whatever they ever told in memory until the page goes (17.6: a Map of the module's).
 */
export const changesOf = <Doc>(followed: Followed<Doc>): Observable<Change<Doc>> =>
  followed.eventBulks$.pipe(mergeMap(({ events }) => events))
