import { lazy, Suspense, useState } from 'react'
import { loadOnce } from '../../../../replication/http/load-once.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { codes } from '../../../messages/interview/codes.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ScanIcon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useTypedAnswer } from '../inputs/use-typed-answer.ts'
import { spokenText } from '../texts/spoken.ts'
import styles from './codes.module.css'

const importDialog = async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog })

const ScanDialog = lazy(importDialog)

const loadDialog = loadOnce(importDialog)

/** BARCODE: scanned by the camera, or typed. */
export function BarcodeInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const toaster = useToaster()
  const [isScanning, setScanning] = useState(false)
  const [read, setRead] = useState('')
  const scan = async () => {
    if ((await loadDialog()) === null) toaster.error(codes.failed['no reader'])
    else setScanning(true)
  }
  return (
    <div className={styles.barcode}>
      <TextField
        {...words}
        {...useTypedAnswer<HTMLInputElement>(field)}
        id={id}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
      />
      <Button full variant="secondary" icon={<ScanIcon />} onClick={() => void scan()}>
        {codes.scan}
      </Button>
      <output className="visually-hidden">{read === '' ? '' : codes.read(read)}</output>
      {isScanning && (
        <Suspense>
          <ScanDialog
            title={spokenText(interview, field, field.label)}
            onClose={() => setScanning(false)}
            onRead={code => {
              setScanning(false)
              setRead(code)
              interview.edit(field, code)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
