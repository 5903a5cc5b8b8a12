/* The only door to @tanstack/react-query, with query-client.ts. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OfficeCallName } from '../../../replication/wire/office/calls.ts'
import { addressOf, type Asked, type Failure } from '../office-api.ts'
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

/** Reads a call, again when the page is looked at again; what is there stays until the next is. */
export const useRead = <Name extends OfficeCallName>(
  name: Name,
  asked: Asked = {},
  /** How often it is read again; by default only when the page is looked at again. */
  everyMs: number | false = false,
) => {
  const { ask } = useOffice()
  const read = async () => {
    const result = await ask(name, asked)
    if (!result.ok) throw new ReadFailed(result.failure)
    return result.data
  }
  type Data = Awaited<ReturnType<typeof read>>
  const query = useQuery({
    queryKey: [addressOf(name, asked)],
    queryFn: read,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  const state = (): Read<Data> => {
    if (query.error instanceof ReadFailed)
      return { kind: 'failed', failure: query.error.failure, retry: () => void query.refetch() }
    return query.data === undefined
      ? { kind: 'loading' }
      : {
          kind: 'there',
          data: query.data as Data,
          isEarlier: query.isPlaceholderData,
          again: query.refetch,
        }
  }
  return state()
}

/** Reads again what the screens show, after an act that changed it. */
export const useReread = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}
