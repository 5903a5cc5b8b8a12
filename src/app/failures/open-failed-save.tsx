import { useState } from 'react'
import { useApp } from '../../context.tsx'
import { localDay } from '../../lib/local-time.ts'
import { DownloadLink } from '../../lib/download-link.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { openFailed as words } from '../../messages/device/open-failed.ts'
import { Button } from '../../ui/actions/button.tsx'
import { DownloadIcon } from '../../ui/icon.tsx'
import { useStoredData } from './use-stored-data.ts'

/** Saves all readable data as a file, without opening the database. */
export function SaveStored() {
  const { env } = useApp()
  const stored = useStoredData()
  const toaster = useToaster()
  const [file, setFile] = useState<Blob | null>(null)
  const [isBusy, setBusy] = useState(false)
  const prepare = async () => {
    setBusy(true)
    try {
      setFile(await stored.save())
    } catch {
      toaster.error(words.prepareFailed)
    } finally {
      setBusy(false)
    }
  }
  const day = localDay(env.clock.now())
  return file === null ? (
    <Button
      full
      variant="secondary"
      icon={<DownloadIcon />}
      busy={isBusy}
      busyText={words.preparing}
      onClick={() => void prepare()}
    >
      {words.prepare}
    </Button>
  ) : (
    <DownloadLink full variant="secondary" blob={file} fileName={`all-data-${day}.json`}>
      <DownloadIcon />
      {words.save}
    </DownloadLink>
  )
}
