import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backups } from '../../../replication/wire/office/settings-calls.ts'
import { checkBackup } from '../../backup/check.ts'
import { createBackup } from '../../backup/create.ts'
import { readManifest } from '../../backup/manifest.ts'
import { good, refuse } from '../../http/answer.ts'
import { addToTrail, lastBackupAt } from '../../store/trail.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'
import { beginWork, doWork, readWork } from './backup-work.ts'

/** The folder of the office's backups; null without a data directory. */
const placeOf = ({ backend: { machine } }: AccountCall): string | null =>
  machine === null ? null : join(machine.dataDirectory, 'backups')

/** Other folders there, such as one that is being written, are no backups of the office. */
const isName = (name: string): boolean => /^office-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)

const namesIn = async (place: string): Promise<readonly string[]> =>
  (await readdir(place).catch(() => [])).filter(isName).toSorted().toReversed()

const shownBackup = async (place: string, name: string): Promise<Backups['backups']> => {
  const manifest = await readManifest(join(place, name)).catch(() => null)
  if (manifest === null) return []
  const rowsOf = (table: string) => manifest.tables.find(each => each.name === table)?.rows ?? 0
  return [
    {
      name,
      made_at: manifest.madeAt,
      surveyors: rowsOf('users'),
      submissions: rowsOf('submissions'),
      files: manifest.files,
    },
  ]
}

/** GET office/backups */
export const backups: AccountHandler = async call => {
  const { db, clock } = call.backend
  const place = placeOf(call)
  const names = place === null ? [] : await namesIn(place)
  const shown = await Promise.all(names.map(name => shownBackup(place ?? '', name)))
  const data: Backups = {
    place,
    last_at: (await lastBackupAt(db.query))?.toISOString() ?? null,
    work: await readWork(db.query, clock()),
    backups: shown.flat(),
  }
  return good('Backups', data)
}

const busy = refuse(409, 'A backup is being made or verified. Please wait for its end.', {
  code: 'busy',
})
const noPlace = refuse(409, 'This server has no folder for backups.', { code: 'no_place' })
const notFound = refuse(404, 'There is no such backup.')

/** Adds a command of the same words as the administrator's, because `status` looks for the last good backup there. */
const addCommand = (
  { backend: { db, clock }, account }: AccountCall,
  words: readonly string[],
): Promise<unknown> =>
  addToTrail(db.query, {
    id: randomUUID(),
    at: new Date(clock()),
    who: account.email,
    command: words.join(' '),
  })

/** POST office/backups */
export const backupCreate: AccountHandler = async call => {
  const { backend, account } = call
  const { db, blobs, clock, machine } = backend
  const place = placeOf(call)
  if (place === null) return noPlace
  const stamp = new Date(clock()).toISOString().slice(0, 19).replaceAll(':', '-')
  const name = `office-${stamp}Z`
  if (!(await beginWork(db, { act: 'create', name, by: account.email }, clock()))) return busy
  const path = join(place, name)
  const leavesRoom = machine?.leavesRoom
  backend.later(() =>
    doWork(backend, async () => {
      try {
        await createBackup({ db, blobs, clock, ...(leavesRoom && { leavesRoom }) }, path, false)
        await checkBackup(path)
      } catch (failure) {
        await addCommand(call, ['backup create', path, '(failed)'])
        throw failure
      }
      await addCommand(call, ['backup create', path])
    }),
  )
  return good('The backup has begun', null)
}

/** POST office/backups/{id}/check */
export const backupCheck: AccountHandler = async call => {
  const { backend, account, id } = call
  const place = placeOf(call)
  if (place === null || !(await namesIn(place)).includes(id)) return notFound
  const work = { act: 'check', name: id, by: account.email } as const
  if (!(await beginWork(backend.db, work, backend.clock()))) return busy
  backend.later(() => doWork(backend, async () => void (await checkBackup(join(place, id)))))
  call.note(id)
  return good('The check has begun', null)
}
