import type { Api } from './api.ts'
import type { Failure } from './failure.ts'
import { ok, type Result } from './result.ts'
import { submissionsPage } from '../limits.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { FormHead } from '../wire/forms.ts'

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

/** Reads the heads of all assigned forms: further pages where the server caps them below the number that it names. */
export const readAllForms = async (
  api: Pick<Api, 'forms'>,
  refresh: boolean,
): Promise<Result<readonly FormHead[], Failure>> => {
  const heads = new Map<string, FormHead>()
  for (let page = 1; ; page += 1) {
    const listed = await api.forms(page, refresh)
    if (!listed.ok) return listed
    const known = heads.size
    for (const head of listed.value.heads) heads.set(head.id, head)
    // A page without a new form is the last one, whatever the total.
    if (heads.size >= listed.value.total || heads.size === known) return ok([...heads.values()])
  }
}
