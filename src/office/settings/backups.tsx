import { useState } from 'react'
import type { Backups } from '../../../replication/wire/office/settings-calls.ts'
import { numberText } from '../../messages/locale.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import type { FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import styles from './settings.module.css'

/** How often the page asks while a backup is made. */
const askMs = 2000

/** The backups: the last one, making one, and verifying one. */
export function BackupList() {
  const [isWatched, setWatched] = useState(false)
  const read = useRead('backups', {}, isWatched && askMs)
  const isRunning = read.kind === 'there' && read.data.work?.state === 'running'
  if (isRunning !== isWatched) setWatched(isRunning)
  return <Reading read={read}>{backups => <Shown backups={backups} />}</Reading>
}

function WorkState({ work }: { work: NonNullable<Backups['work']> }) {
  const { server } = useOffice().words
  const { act, by, begun_at, ended_at, state, why } = work
  const who = <bdi>{server.by(by, momentText(ended_at ?? begun_at))}</bdi>
  switch (state) {
    case 'running':
      return <Progress label={server.running[act]} />
    case 'done':
      return (
        <Alert kind="success" title={server.done[act]}>
          {who}
        </Alert>
      )
    case 'failed':
      return (
        <Alert kind="error" title={server.failed[act]}>
          <p>
            <bdi>{why ?? server.unknownWhy}</bdi>
          </p>
          <p>{who}</p>
        </Alert>
      )
    case 'cut':
      return (
        <Alert kind="error" title={server.failed[act]}>
          {server.cut}
        </Alert>
      )
  }
}

function Shown({ backups: { place, last_at, work, backups } }: { backups: Backups }) {
  const { ask, words } = useOffice()
  const { server } = words
  const reread = useReread()
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const isRunning = work?.state === 'running'
  const begin = async (asking: ReturnType<typeof ask<'backupCreate'>>) => {
    const result = await asking
    setFailed(result.ok ? null : result.failure.kind)
    await reread()
  }
  if (place === null) return <Alert kind="info">{server.noPlace}</Alert>
  return (
    <>
      <p>
        {server.lastBackup}: <bdi>{momentText(last_at) || server.never}</bdi>
      </p>
      <p>{server.place(place)}</p>
      <div className={styles.bar}>
        <Button disabled={isRunning} onClick={() => void begin(ask('backupCreate', { body: {} }))}>
          {server.create}
        </Button>
      </div>
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
      {work && <WorkState work={work} />}
      {backups.length === 0 ? (
        <EmptyState title={server.noBackups} />
      ) : (
        <Table
          caption={words.settings.backups}
          rows={backups}
          keyOf={row => row.name}
          columns={[
            { key: 'name', head: server.backupName, renderCell: row => <bdi>{row.name}</bdi> },
            { key: 'made', head: server.made, renderCell: row => momentText(row.made_at) },
            {
              key: 'surveyors',
              head: server.surveyors,
              isNumber: true,
              renderCell: row => numberText(row.surveyors),
            },
            {
              key: 'submissions',
              head: server.submissions,
              isNumber: true,
              renderCell: row => numberText(row.submissions),
            },
            {
              key: 'files',
              head: server.files,
              isNumber: true,
              renderCell: row => numberText(row.files),
            },
            {
              key: 'check',
              head: server.check,
              renderCell: row => (
                <Button
                  size="s"
                  variant="secondary"
                  disabled={isRunning}
                  aria-label={`${server.check}: ${row.name}`}
                  onClick={() => void begin(ask('backupCheck', { id: row.name, body: {} }))}
                >
                  {server.check}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
