/* The only door to @tanstack/react-query, with query-client.ts. */
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OfficeCallName } from '../../../replication/wire/office/calls.ts'
import { addressOf, type Ask, type Asked, type DataOf, type Failure } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'

/** Carries a failure through the library, which knows errors only. */
class ReadFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** What a screen reads: it is loading, has failed, or is there, perhaps from before a change of the filters. */
export type Read<Data> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | {
      readonly kind: 'there'
      readonly data: Data
      readonly isEarlier: boolean
      /** Reads it again. */
      readonly again: () => Promise<unknown>
    }

/** How the library reads a call. One that no screen waits for any more is ended. */
const reading = <Name extends OfficeCallName>(ask: Ask, name: Name, asked: Asked) => ({
  queryKey: [addressOf(name, asked)],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<DataOf<Name>> => {
    const result = await ask(name, { ...asked, signal })
    if (!result.ok) throw new ReadFailed(result.failure)
    return result.data
  },
})

const stateOf = <Data>(query: {
  readonly error: unknown
  readonly data: Data | undefined
  readonly isPlaceholderData: boolean
  readonly refetch: () => Promise<unknown>
}): Read<Data> => {
  if (query.error instanceof ReadFailed)
    return { kind: 'failed', failure: query.error.failure, retry: () => void query.refetch() }
  return query.data === undefined
    ? { kind: 'loading' }
    : {
        kind: 'there',
        data: query.data,
        isEarlier: query.isPlaceholderData,
        again: query.refetch,
      }
}

/** Reads a call, again when the page is looked at again; what is there stays until the next is. */
export const useRead = <Name extends OfficeCallName>(
  name: Name,
  asked: Asked = {},
  /** How often it is read again; by default only when the page is looked at again. */
  everyMs: number | false = false,
): Read<DataOf<Name>> => {
  const { ask } = useOffice()
  return stateOf(
    useQuery({
      ...reading(ask, name, asked),
      placeholderData: keepPreviousData,
      refetchInterval: everyMs,
    }),
  )
}

/** Reads a call several times, each with other parameters. */
export const useReads = <Name extends OfficeCallName>(
  name: Name,
  asked: readonly Asked[],
): readonly Read<DataOf<Name>>[] => {
  const { ask } = useOffice()
  const queries = useQueries({ queries: asked.map(each => reading(ask, name, each)) })
  return queries.map(query => stateOf(query))
}

/** Reads again what the screens show, after an act that changed it. */
export const useReread = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}
