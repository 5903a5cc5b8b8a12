import { useEffect, useState } from 'react'
import type { ManifestFile, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../../context.tsx'
import { useToaster } from '../../../lib/toaster.ts'
import { deletion } from '../../../messages/submissions/submissions.ts'

// Loaded with the first dialog, because a list shows its rows without it.
const loadKeepFiles = async () => (await import('../../../../replication/keep-files.ts')).keepFiles

/** What deleting a submission would lose, and a way to avoid it. */
interface KeepFiles {
  /** The files that are only on the server and will be lost, as far as is known. */
  readonly lost: readonly ManifestFile[]
  /** Fetches what is only on the server; false when more will be lost than `lost` said until now. */
  readonly keep: () => Promise<boolean>
}

/** The files that the bin will lack when a submission is deleted; `submission` is null while none is. */
export const useKeepFiles = (submission: SubmissionDoc | null): KeepFiles => {
  const workspace = useWorkspace()
  const toaster = useToaster()
  const id = submission?.id ?? ''
  const [told, setTold] = useState<{
    readonly id: string
    readonly lost: readonly ManifestFile[]
  }>()
  const lost = told?.id === id ? told.lost : []

  const look = async (): Promise<readonly ManifestFile[]> => {
    const keepFiles = await loadKeepFiles()
    return keepFiles(workspace, id)
  }

  useEffect(() => {
    // With a network they are fetched once the surveyor has confirmed.
    if (id === '' || workspace.env.network.isOnline()) return
    void look().then(
      files => setTold({ id, lost: files }),
      () => {},
    )
    // oxlint-disable-next-line react/exhaustive-deps -- once for each submission
  }, [id])

  return {
    lost,
    keep: async () => {
      try {
        const files = await look()
        setTold({ id, lost: files })
        return files.length <= lost.length
      } catch {
        toaster.error(deletion.failed)
        return false
      }
    },
  }
}
