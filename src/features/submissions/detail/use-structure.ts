import { useEffect, useState } from 'react'
import type { FormDoc } from '../../../../collections/schemas/forms.ts'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { fieldsOfVersion } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { pullForm } from '../../../../replication/pull/pull-forms.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useLive, useLiveDoc } from '../../../lib/hooks/use-live.ts'

/** What the form of a submission asks; null fields while they are read, none when they cannot be had. */
export interface Structure {
  readonly form: FormDoc | null
  readonly questions: readonly FormQuestionDoc[] | null
}

/** Names no version: what is asked for with it is nothing. */
const noVersion = 'none'

/**
 * The form as it was when the submission was made, if that version is on the device, else as it is now.
 * It is fetched once when there is neither.
 */
export const useStructure = (
  submission: Pick<SubmissionDoc, 'form_id' | 'definition_hash'>,
): Structure => {
  const { env } = useApp()
  const { db, api } = useWorkspace()
  const form = useLiveDoc(db, 'forms', submission.form_id)
  const own = useLive(fieldsOfVersion(submission.definition_hash || noVersion))
  const current = useLive(fieldsOfVersion(form?.definition_hash || noVersion))
  const [hasAsked, setAsked] = useState(false)
  const questions = own.docs.length > 0 ? own.docs : current.docs
  const isReading = form === undefined || own.isFirstRead || current.isFirstRead
  const isLacking = !isReading && questions.length === 0

  useEffect(() => {
    if (!isLacking || hasAsked) return undefined
    let isHere = true
    const ask = async () => {
      try {
        await pullForm(db, api, submission.form_id, env.clock.now)
      } finally {
        if (isHere) setAsked(true)
      }
    }
    // What could not be stored is as good as what could not be fetched.
    ask().catch(() => {})
    return () => {
      isHere = false
    }
  }, [api, db, env, hasAsked, isLacking, submission.form_id])

  return {
    form: form ?? null,
    questions: questions.length > 0 || (hasAsked && !isReading) ? questions : null,
  }
}
