import { useEffect, useMemo, useState } from 'react'
import { combineLatest, defaultIfEmpty, take } from 'rxjs'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import { interviewName, type NamingField } from './interview-name.ts'
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
  return useMemo(() => interviewName(answers, fields), [answers, fields])
}

/**
 * Whether the names of these interviews are known; null stands for interviews that are not read yet. A list waits for
 * them with its first rows, because each row grows by a line when its name comes. True from then on.
 */
export const useAreNamed = (interviews: readonly OfForm[] | null): boolean => {
  const { db } = useWorkspace()
  const [areNamed, setNamed] = useState(false)
  useEffect(() => {
    if (areNamed || interviews === null) return
    // Rows without names are better than none.
    const end = () => setNamed(true)
    const reading = combineLatest(interviews.map(form => namingFields$(db, form)))
      .pipe(defaultIfEmpty(null), take(1))
      .subscribe({ next: end, error: end })
    return () => reading.unsubscribe()
  }, [areNamed, db, interviews])
  return areNamed
}
