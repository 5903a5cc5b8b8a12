import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { lostLines, openFailed as words } from '../../messages/device/open-failed.ts'
import type { StoredWork } from '../../storage/stored-data.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { DeleteIcon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import { SaveStored } from './open-failed-save.tsx'
import { useStoredData } from './use-stored-data.ts'

/** Deletes all data and starts again, after a confirmation that counts what will be lost. */
export function ResetStored() {
  const { env } = useApp()
  const stored = useStoredData()
  const toaster = useToaster()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    try {
      await stored.remove()
      env.page.reload()
    } catch {
      toaster.error(words.failed)
      setAsking(false)
    }
  }
  return (
    <>
      <Button full variant="quiet" icon={<DeleteIcon />} onClick={() => setAsking(true)}>
        {words.reset}
      </Button>
      <Confirm
        open={isAsking}
        type="danger"
        title={words.resetTitle}
        message={words.resetMessage}
        words={confirmWords}
        confirmLabel={words.reset}
        onCancel={() => setAsking(false)}
        onConfirm={reset}
      >
        {isAsking && <Lost />}
        <SaveStored />
      </Confirm>
    </>
  )
}

type Counting = StoredWork | 'counting' | 'failed'

function Lost() {
  const stored = useStoredData()
  const [work, setWork] = useState<Counting>('counting')
  useEffect(() => {
    let isHere = true
    const note = (found: Counting) => isHere && setWork(found)
    stored.count().then(note, () => note('failed'))
    return () => {
      isHere = false
    }
  }, [stored])
  if (work === 'counting') return <Spinner label={words.counting} />
  if (work === 'failed') return <Alert kind="warning">{words.partial}</Alert>
  const lines = lostLines(work)
  return (
    <Alert kind="warning" title={lines.length === 0 ? words.nothingLost : words.lost}>
      <ul>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {work.isPartial && <p>{words.partial}</p>}
    </Alert>
  )
}
