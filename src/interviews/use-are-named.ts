import { startTransition, useEffect, useState } from 'react'
import { combineLatest, take } from 'rxjs'
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
    const reading = combineLatest(interviews.map(form => namingFields$(db, form)))
      .pipe(take(1))
      .subscribe({ next: end, error: end })
    return () => reading.unsubscribe()
  }, [wereNamed, db, interviews])
  return wereNamed || interviews.every(form => knownNamingFields(db, form) !== null)
}
