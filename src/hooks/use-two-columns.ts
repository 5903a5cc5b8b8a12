import { useMemo } from 'react'
import { map } from 'rxjs'
import { useApp } from '../context.tsx'
import { twoColumnsPx } from '../limits.ts'
import { useStream } from '../lib/hooks/use-stream.ts'

/** Whether the window has room for two columns. */
export const useTwoColumns = (): boolean => {
  const { env } = useApp()
  const hasRoom$ = useMemo(
    () => env.isNarrower$(twoColumnsPx).pipe(map(isNarrower => !isNarrower)),
    [env],
  )
  return useStream(hasRoom$, false)
}
