import { startTransition, useEffect, useState } from 'react'
import { combineLatest } from 'rxjs'
import { useWorkspace } from '../context.tsx'
import { knownNamingFields, namingFields$, type OfForm } from './naming-fields.ts'

/**
 * Whether the names of these interviews are known. A list waits for them with its first rows, because each row grows by
 * a line when its name comes. True from the first rows on.
 */
export const useAreNamed = (interviews: readonly OfForm[]): boolean => {
  const { db } = useWorkspace()
  const [wereNamed, setNamed] = useState(false)
  useEffect(() => {
    if (wereNamed || interviews.length === 0) return
    // Rows without names are better than none.
    const end = () => startTransition(() => setNamed(true))
    // The first value ends it. RxJS's operator for that is in the script that sends, for which no row waits.
    const reading = combineLatest(interviews.map(form => namingFields$(db, form))).subscribe({
      next: end,
      error: end,
    })
    return () => reading.unsubscribe()
  }, [wereNamed, db, interviews])
  return wereNamed || interviews.every(form => knownNamingFields(db, form) !== null)
}
