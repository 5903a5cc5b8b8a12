import type { Api } from '../api.ts'
import { statusOf } from '../failure-note.ts'
import type { Failure } from '../failure.ts'
import { askForPage } from './page-size.ts'
import { ok, type Result } from '../result.ts'
import { submissionsPage } from '../../limits.ts'
import type { FormHead, SubmissionRow } from '../../wire/answers.ts'

/** What a read of all rows takes from its caller. */
export interface ReadingRows {
  readonly now: () => number
  /** Runs before each request. */
  readonly claim: () => Promise<unknown>
  /** Takes the rows that a page adds; a failure ends the read. */
  readonly take?: (added: readonly SubmissionRow[]) => Promise<Result<unknown, Failure>>
  /** What an earlier read brought before it broke off, by id; it goes on behind that, and adds to it. */
  readonly rows?: Map<string, SubmissionRow>
}

/**
 * Reads every row of the surveyor, page by page, until a page lists no new row. A short page is not the end, because a
 * server may cap its pages, and rows that cannot be read are left out. What does not come is asked for in smaller pages,
 * behind the rows that have.
 */
export const readAllRows = async (
  api: Pick<Api, 'submissions'>,
  { now, claim, take = async () => ok(undefined), rows = new Map() }: ReadingRows,
): Promise<Result<readonly SubmissionRow[], Failure>> => {
  let size = 0
  let page = 0
  /** The most rows of a page of this size, which a server may cap. */
  let longest = 0
  /** Goes on behind the rows that have come; after a pause one page before, because others may have been deleted since. */
  const resume = (limit: number): void => {
    const isCapped = longest > 0 && longest < size
    const step = isCapped ? Math.min(limit, longest) : limit
    const before = Math.floor(rows.size / step)
    page = size === 0 ? Math.max(1, before) : before + 1
    size = limit
    longest = 0
  }
  for (;;) {
    const listed = await askForPage(api, now, submissionsPage, async limit => {
      if (limit !== size) resume(limit)
      await claim()
      return api.submissions(page, limit)
    })
    if (!listed.ok) return listed
    const added = listed.value.filter(({ id }) => !rows.has(id))
    for (const row of added) rows.set(row.id, row)
    longest = Math.max(longest, listed.value.length)
    const taken = await take(added)
    if (!taken.ok) return taken
    const isBehind = (page - 1) * longest >= rows.size || listed.value.length === 0
    if (added.length === 0 && isBehind) return ok([...rows.values()])
    page += 1
  }
}

/** The heads of the assigned forms, and whether these are all that the server says there are. */
export interface AssignedForms {
  readonly heads: readonly FormHead[]
  readonly isWhole: boolean
  /** Why further pages did not come; null when the server has listed what it lists. */
  readonly failure: Failure | null
}

/**
 * Reads the heads of all assigned forms: further pages until there are as many as the server says, or until a page has no
 * new one where it does not say, because it may cap its pages.
 */
export const readAllForms = async (
  api: Pick<Api, 'forms'>,
): Promise<Result<AssignedForms, Failure>> => {
  const heads = new Map<string, FormHead>()
  const read = (isWhole: boolean, failure: Failure | null = null) =>
    ok({ heads: [...heads.values()], isWhole, failure })
  let seen = 0
  let total: number | null = null
  for (let page = 1; ; page += 1) {
    const listed = await api.forms(page)
    if (!listed.ok) {
      const { failure } = listed
      if (page === 1) return listed
      // A server may refuse a page behind its last one, or answer it with anything where it does not name the total.
      if (failure.kind === 'permanent') return read(total === null)
      return total === null && statusOf(failure) > 0 ? read(false) : read(false, failure)
    }
    const known = heads.size
    for (const head of listed.value.heads) heads.set(head.id, head)
    const isNew = heads.size > known
    seen += listed.value.count
    // A form that is withdrawn meanwhile moves another one to a page that was read.
    if (listed.value.total !== null) total = Math.max(total ?? 0, listed.value.total)
    // A server that does not know pages repeats its first one.
    const isWhole = total === null ? !isNew : seen >= total && (isNew || page === 1)
    // A page without a new form is the last one, whatever the total.
    if (isWhole || !isNew) return read(isWhole)
  }
}
