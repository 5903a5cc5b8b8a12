import { useCallback, useEffect, useMemo, useState } from 'react'
import { submissionByServerId } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { Failure } from '../../../../replication/http/failure.ts'
import { useWorkspace } from '../../../context.tsx'
import { useLive, useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { failureText } from '../../../messages/app/failure.ts'
import { submission as words } from '../../../messages/submissions/submission.ts'

/** reading ──► found | missing | failed; a found submission follows every change. */
type SubmissionState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'found'; readonly submission: SubmissionDoc }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string }

/** The server's answer about a submission; null before it arrives, and while the server was not asked. */
type Asked = { readonly id: string; readonly answer: string } | null

const missing = 'missing'

/** A submission by its own id or the server's; asks the server for one that is not on this device. */
export const useSubmission = (id: string): SubmissionState & { readonly tryAgain: () => void } => {
  const { db, api } = useWorkspace()
  const own = useLiveDoc(db, 'submissions', id)
  const byServer = useLive(submissionByServerId(id))
  const [latest, setAsked] = useState<Asked>(null)
  // An answer about another submission is ignored.
  const asked = latest?.id === id ? latest : null
  const [knownId, setKnownId] = useState('')
  // A plain server may have given its id to another one since it ended.
  const found = byServer.docs[0] ?? own ?? null
  if (found !== null && knownId !== id) setKnownId(id)
  // A submission that was here and is gone was deleted, so the server need not be asked.
  const isGone = found === null && knownId === id
  const isMissingHere = own === null && !byServer.isFirstRead && found === null && !isGone

  useEffect(() => {
    if (!isMissingHere || asked !== null) return undefined
    let isHere = true
    const ask = async () => {
      const answer = await api.submission(id)
      if (answer.ok) {
        const { takeRows } = await import('../../../../replication/pull/take-rows.ts')
        await takeRows(db, [answer.value])
      }
      // A row that was stored appears by itself; a row that was deleted here is not stored.
      if (isHere) setAsked({ id, answer: answer.ok ? missing : whyNot(answer.failure, id) })
    }
    ask().catch(() => {
      if (isHere) setAsked({ id, answer: words.failed })
    })
    return () => {
      isHere = false
    }
  }, [api, asked, db, id, isMissingHere])

  const tryAgain = useCallback(() => setAsked(null), [])
  // One object per revision, because the screen derives its contents from it.
  const submission = useMemo(
    () => (found?.toMutableJSON() ?? null) as SubmissionDoc | null,
    [found],
  )
  if (submission !== null) {
    return submission.hidden !== 0
      ? { kind: 'missing', tryAgain }
      : { kind: 'found', submission, tryAgain }
  }
  if (isGone) return { kind: 'missing', tryAgain }
  if (asked === null) return { kind: 'reading', tryAgain }
  return asked.answer === missing
    ? { kind: 'missing', tryAgain }
    : { kind: 'failed', message: asked.answer, tryAgain }
}

const whyNot = (failure: Failure, id: string): string => {
  switch (failure.kind) {
    case 'offline':
      return words.notFoundLocally(id)
    case 'permanent':
      return failure.status === 404 || failure.status === 410
        ? missing
        : failureText(failure, words.failed)
    case 'malformed':
      return failure.foreign ? words.failed : words.invalid
    case 'temporary':
    case 'unauthorized':
      return failureText(failure, words.failed)
  }
}
