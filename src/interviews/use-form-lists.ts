import { useEffect, useState } from 'react'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { useWorkspace } from '../context.tsx'
import type { FormLists } from '../form/definition/compiled-form.ts'
import { readFormLists } from './form-lists.ts'

const none: FormLists = new Map()

/** The lists that the rules of these fields read; null while they are read. */
export const useFormLists = (questions: readonly FormQuestionDoc[]): FormLists | null => {
  const { db } = useWorkspace()
  const needsAny = questions.some(({ logic }) => logic?.includes('$list.') === true)
  const [lists, setLists] = useState<FormLists | null>(null)
  useEffect(() => {
    if (!needsAny) return undefined
    let isHere = true
    const take = (found: FormLists) => {
      if (isHere) setLists(found)
    }
    readFormLists(db, questions).then(take, () => take(none))
    return () => {
      isHere = false
    }
  }, [db, needsAny, questions])
  return needsAny ? lists : none
}
