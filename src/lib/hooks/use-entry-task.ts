import { useState } from 'react'
import { useToaster } from '../toaster.ts'

/**
 * The running action on one entry of a list: `busyId` is the entry's id, '' for none. A failure is shown as a toast.
 */
export const useEntryTask = (failed: string) => {
  const toaster = useToaster()
  const [busyId, setBusyId] = useState('')
  const during = async (entryId: string, task: () => Promise<void>): Promise<void> => {
    setBusyId(entryId)
    try {
      await task()
    } catch {
      toaster.error(failed)
    } finally {
      setBusyId('')
    }
  }
  return { busyId, during }
}
