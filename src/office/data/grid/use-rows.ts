import type { SubmissionRows } from '../../../../replication/wire/office/answers.ts'
import type { Failure } from '../../office-api.ts'
import { useReads } from '../../parts/use-read.ts'

/** One row of the table. */
export type Row = SubmissionRows['rows'][number]

/** How many rows one request reads. */
const pageRows = 50

/** Reads the rows of a part of the table; what was scrolled away is forgotten after a minute. */
export const useRows = (
  id: string,
  query: Readonly<Record<string, string>>,
  total: number,
  [first, last]: readonly [first: number, last: number],
) => {
  const pages: number[] = []
  for (let page = Math.floor(first / pageRows); page * pageRows <= last; page += 1)
    if (page * pageRows < total) pages.push(page)
  const reads = useReads(
    'submissions',
    pages.map(page => ({
      id,
      query: {
        ...query,
        total: String(total),
        offset: String(page * pageRows),
        limit: String(pageRows),
      },
    })),
  )
  const byPage = new Map(pages.map((page, at) => [page, reads[at]]))
  const failed = reads.find(read => read.kind === 'failed')
  const problem: { failure: Failure; retry: () => void } | null =
    failed === undefined
      ? null
      : {
          failure: failed.failure,
          retry: () => reads.forEach(read => read.kind === 'failed' && read.retry()),
        }
  return {
    problem,
    /** A row; null while it is read, and when it was deleted since the rows were counted. */
    rowAt: (index: number): Row | null => {
      const read = byPage.get(Math.floor(index / pageRows))
      return read?.kind === 'there' ? (read.data.rows[index % pageRows] ?? null) : null
    },
  }
}
