import { useMemo } from 'react'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import { interviewName, type NamingField } from './interview-name.ts'
import { namingFields$, type OfForm } from './naming-fields.ts'

/** An interview and its answers, by answer key. */
export interface Named extends OfForm {
  readonly answers: Readonly<Record<string, Answer>>
}

const none: readonly NamingField[] = []

/** An interview's name; '' while its form is read, and when it has none. */
export const useInterviewName = ({ form_id, definition_hash, answers }: Named): string => {
  const { db } = useWorkspace()
  const fields$ = useMemo(
    () => namingFields$(db, { form_id, definition_hash }),
    [db, form_id, definition_hash],
  )
  const fields = useStream(fields$, none)
  return useMemo(() => interviewName(answers, fields), [answers, fields])
}
