import { useEffect, useState } from 'react'
import { combineLatest, defaultIfEmpty, take } from 'rxjs'
import { useWorkspace } from '../context.tsx'
import { namingFields$, type OfForm } from './naming-fields.ts'

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
