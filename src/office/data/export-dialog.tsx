import { useEffect, useRef, useState } from 'react'
import { DownloadLink } from '../../lib/download-link.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import { addressOf, fetchFile, type FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { bytesText } from '../parts/shown.ts'

const formats = ['xlsx', 'csv', 'table', 'jsonl', 'geojson', 'media'] as const
type Format = (typeof formats)[number]

/** How the file of a format ends. */
const extensions: Readonly<Record<Format, string>> = {
  xlsx: 'xlsx',
  csv: 'zip',
  table: 'csv',
  jsonl: 'jsonl',
  geojson: 'geojson',
  media: 'files.zip',
}

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly why: FailureKind }
  | { readonly kind: 'done'; readonly file: Blob; readonly name: string }

/** Saves the submissions that the filter leaves as a file. */
export function ExportDialog({
  id,
  query,
  total,
  onClose,
}: {
  id: string
  query: Readonly<Record<string, string>>
  /** How many rows are shown, in words. */
  total: string
  onClose: () => void
}) {
  const { env, words } = useOffice()
  const { exports } = words
  const [format, setFormat] = useState<Format>('xlsx')
  const [hasLabels, setLabels] = useState(true)
  const [isSplit, setSplit] = useState(false)
  const [state, setState] = useState<State>({ kind: 'asking' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isOfTables = format !== 'media'
  const mayBeSplit = format === 'xlsx' || format === 'csv' || format === 'table'
  const start = async () => {
    const ending = new AbortController()
    running.current = ending
    setState({ kind: 'running', bytes: 0 })
    const address = addressOf('submissionExport', {
      id,
      query: {
        ...query,
        format,
        ...(isOfTables && hasLabels ? { values: 'labels' } : {}),
        ...(isSplit && mayBeSplit ? { split: '1' } : {}),
      },
    })
    const result = await fetchFile(env, address, ending.signal, bytes =>
      setState({ kind: 'running', bytes }),
    )
    if (ending.signal.aborted) setState({ kind: 'asking' })
    else if (result.ok)
      setState({ kind: 'done', file: result.data, name: `${id}.${extensions[format]}` })
    else setState({ kind: 'failed', why: result.failure.kind })
  }
  const isRunning = state.kind === 'running'
  return (
    <Dialog
      open
      title={exports.title}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        <>
          {state.kind === 'done' ? (
            <DownloadLink blob={state.file} fileName={state.name}>
              {exports.save(bytesText(state.file.size))}
            </DownloadLink>
          ) : (
            <Button busy={isRunning} onClick={() => void start()}>
              {exports.start}
            </Button>
          )}
          {isRunning && (
            <Button variant="secondary" onClick={() => running.current?.abort()}>
              {exports.cancel}
            </Button>
          )}
        </>
      }
    >
      <p>{exports.what(total)}</p>
      <Select
        label={exports.format}
        value={format}
        disabled={isRunning}
        options={formats.map(each => ({ value: each, label: exports.formats[each] }))}
        onChange={({ target }) => {
          setFormat(formats.find(each => each === target.value) ?? 'xlsx')
          setState({ kind: 'asking' })
        }}
      />
      {isOfTables && (
        <Checkbox
          label={exports.labels}
          checked={hasLabels}
          disabled={isRunning}
          onChange={isOn => {
            setLabels(isOn)
            setState({ kind: 'asking' })
          }}
        />
      )}
      {mayBeSplit && (
        <Checkbox
          label={exports.split}
          checked={isSplit}
          disabled={isRunning}
          onChange={isOn => {
            setSplit(isOn)
            setState({ kind: 'asking' })
          }}
        />
      )}
      {state.kind === 'running' && <Progress label={exports.received(bytesText(state.bytes))} />}
      {state.kind === 'failed' && <Alert kind="error">{words.failures[state.why]}</Alert>}
      {state.kind === 'done' && <Alert kind="success">{exports.done}</Alert>}
    </Dialog>
  )
}
