import { useState, type ReactNode } from 'react'
import type { SubmissionDetail } from '../../../replication/wire/office/answers.ts'
import { reviewCalls } from '../../../replication/wire/office/review-calls.ts'
import type { Role } from '../../../replication/wire/office/roles.ts'
import type { Failure } from '../office-api.ts'
import { useAccount, useOffice } from '../office-context.tsx'
import { ReviewingContext, type Reviewing } from './reviewing.ts'

const reviewers: readonly Role[] = reviewCalls.reviewSet.roles

/** Makes the calls of a review; `again` reads the submission again after each. */
export function Review({
  submission,
  again,
  children,
}: {
  submission: SubmissionDetail
  again: () => Promise<unknown>
  children: ReactNode
}) {
  const { ask, env } = useOffice()
  const { account } = useAccount()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [before, setBefore] = useState<SubmissionDetail | null>(null)
  const asked = { id: submission.id, query: { surveyor: submission.surveyor_id } }
  const reviewing: Reviewing = {
    submission,
    isAllowed: reviewers.includes(account.role),
    isBusy,
    failure,
    before,
    comment: async (field_id, occurrence, text) => {
      const body = { id: env.uuid(), field_id, occurrence, text }
      const result = await ask('commentAdd', { ...asked, body })
      if (!result.ok) return result.failure
      await again()
      return null
    },
    decide: async state => {
      setBusy(true)
      const result = await ask('reviewSet', { ...asked, body: { state }, tag: submission.rev })
      const refused = result.ok ? null : result.failure
      await again()
      // After that, because the difference is to what is there now.
      setFailure(refused)
      setBefore(refused?.kind === 'changed' ? submission : null)
      setBusy(false)
    },
  }
  return <ReviewingContext value={reviewing}>{children}</ReviewingContext>
}
