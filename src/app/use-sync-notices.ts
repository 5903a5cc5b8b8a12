import { useEffect } from 'react'
import { useToaster } from '../lib/toaster.ts'
import { recoveredText } from '../messages/sync.ts'
import type { Workspace } from '../session/workspace.ts'

/** Says whenever work goes to Recovery, whoever started the run (8.16): it leaves the lists at that moment. */
export const useSyncNotices = ({ sync }: Workspace): void => {
  const toaster = useToaster()
  useEffect(() => {
    const events = sync.events$.subscribe(event => {
      if (event.type === 'recovered') toaster.error(recoveredText(event.item))
    })
    return () => events.unsubscribe()
  }, [sync, toaster])
}
