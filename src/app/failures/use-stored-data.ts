import { useMemo } from 'react'
import { useApp } from '../../context.tsx'
import type { StoredWork } from '../../storage/stored-data.ts'

/** What can be done with the signed-in surveyor's data while the workspace is closed. */
interface StoredData {
  readonly count: () => Promise<StoredWork>
  readonly save: () => Promise<Blob>
  readonly remove: () => Promise<void>
}

/** Returns these actions. Their code is loaded on first use, because it is hardly ever needed. */
export const useStoredData = (): StoredData => {
  const { env, session, held$ } = useApp()
  return useMemo(() => {
    const load = async () => {
      const signedIn = session.current()
      if (signedIn.kind !== 'signed-in') throw new Error('Nobody is signed in.')
      const stored = await import('../../storage/stored-data.ts')
      return { stored, name: await stored.storedName(env, signedIn) }
    }
    return {
      count: async () => {
        const { stored, name } = await load()
        return stored.countStoredWork(env, name)
      },
      save: async () => {
        const { stored, name } = await load()
        return stored.exportStored(env, name, env.clock.now(), held$.value)
      },
      remove: async () => {
        const { stored, name } = await load()
        await stored.deleteStored(env, name)
      },
    }
  }, [env, session, held$])
}
