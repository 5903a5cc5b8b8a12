import { useEffect, useState } from 'react'
import type { FormDoc } from '../../../../collections/schemas/forms.ts'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { fieldsOfVersion } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../../context.tsx'
import { useLive, useLiveDoc } from '../../../lib/hooks/use-live.ts'

/** A submission's form and fields; `questions` is null while they are read, and empty when they are unavailable. */
interface Structure {
  readonly form: FormDoc | null
  readonly questions: readonly FormQuestionDoc[] | null
}

/** Stands for 'no version'; no field has it. */
const noVersion = 'none'

/**
 * The form in the version that the submission was made with, else in the current one. When the device has neither, it
 * is fetched once.
 */
export const useStructure = (
  submission: Pick<SubmissionDoc, 'form_id' | 'definition_hash'>,
): Structure => {
  const { db, sync } = useWorkspace()
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
        await sync.refresh.form(submission.form_id)
      } finally {
        if (isHere) setAsked(true)
      }
    }
    // A form that could not be stored counts as not fetched.
    ask().catch(() => {})
    return () => {
      isHere = false
    }
  }, [hasAsked, isLacking, submission.form_id, sync])

  return {
    form: form ?? null,
    questions: questions.length > 0 || (hasAsked && !isReading) ? questions : null,
  }
}
