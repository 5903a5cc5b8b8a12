import { useMemo } from 'react'
import { distinctUntilChanged, map, of } from 'rxjs'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import { interviewName, namingCase, type NamingField } from './interview-name.ts'
import { knownNamingFields, namingFields$, type OfForm } from './naming-fields.ts'

/** An interview and its answers, by answer key. */
export interface Named extends OfForm {
  readonly answers: Readonly<Record<string, Answer>>
}

const none: readonly NamingField[] = []

/** An interview's name; '' while its form is read, and when it has none. */
export const useInterviewName = ({ form_id, definition_hash, answers }: Named): string => {
  const { db } = useWorkspace()
  const [fields$, known] = useMemo(() => {
    const form = { form_id, definition_hash }
    return [namingFields$(db, form), knownNamingFields(db, form) ?? none] as const
  }, [db, form_id, definition_hash])
  const fields = useStream(fields$, known)
  const caseLabel = useCaseLabel(useMemo(() => namingCase(answers, fields), [answers, fields]))
  return useMemo(() => interviewName(answers, fields, caseLabel), [answers, fields, caseLabel])
}

const noLabel$ = of('')

/** The name of a case; '' while it is read, and for none. */
const useCaseLabel = (id: string): string => {
  const { db } = useWorkspace()
  const label$ = useMemo(
    () =>
      id === ''
        ? noLabel$
        : db.cases.findOne(id).$.pipe(
            map(found => found?.label ?? ''),
            distinctUntilChanged(),
          ),
    [db, id],
  )
  return useStream(label$, '')
}
