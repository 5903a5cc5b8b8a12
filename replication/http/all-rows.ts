import type { Api } from './api.ts'
import { statusOf } from './failure-note.ts'
import type { Failure } from './failure.ts'
import { ok, type Result } from './result.ts'
import { submissionsPage } from '../limits.ts'
import type { FormHead, SubmissionRow } from '../wire/answers.ts'

/**
 * Reads every row of the surveyor, page by page, until a page lists no new row. A short page is not the end, because a
 * server may cap its pages, and rows that cannot be read are left out. `claim` runs before each request.
 */
export const readAllRows = async (
  api: Pick<Api, 'submissions'>,
  claim: () => Promise<unknown>,
): Promise<Result<readonly SubmissionRow[], Failure>> => {
  const rows = new Map<string, SubmissionRow>()
  for (let page = 1; ; page += 1) {
    await claim()
    const listed = await api.submissions(page, submissionsPage)
    if (!listed.ok) return listed
    const known = rows.size
    for (const row of listed.value) rows.set(row.id, row)
    if (rows.size === known) return ok([...rows.values()])
  }
}

/** The heads of the assigned forms, and whether these are all that the server says there are. */
export interface AssignedForms {
  readonly heads: readonly FormHead[]
  readonly isWhole: boolean
}

/**
 * Reads the heads of all assigned forms: further pages until there are as many as the server says, or until a page has no
 * new one where it does not say, because it may cap its pages.
 */
export const readAllForms = async (
  api: Pick<Api, 'forms'>,
): Promise<Result<AssignedForms, Failure>> => {
  const heads = new Map<string, FormHead>()
  const read = (isWhole: boolean) => ok({ heads: [...heads.values()], isWhole })
  let seen = 0
  let total: number | null = null
  for (let page = 1; ; page += 1) {
    const listed = await api.forms(page)
    if (!listed.ok) {
      const { failure } = listed
      if (page === 1) return listed
      // A server may refuse a page behind its last one, or answer it with anything where it does not name the total.
      if (failure.kind === 'permanent') return read(total === null)
      return total === null && statusOf(failure) > 0 ? read(false) : listed
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
