import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeOldFiles } from '../env/old-files.ts'
import { isPartOf } from '../env/part-files.ts'
import { FileStoreProblem } from '../files/blobs.ts'
import { checkBackup } from './check.ts'
import { createBackup, type BackupContext } from './create.ts'
import { BackupProblem, type Manifest } from './manifest.ts'
import { sealedName, type Place } from './place.ts'
import { createSealer, unseal } from './seal.ts'
import { inFolder, wholeFolder } from './whole.ts'

/** How a backup is sent. */
interface Sending {
  readonly place: Place
  /** Who can open it. */
  readonly recipients: readonly string[]
  /** How many backups stay at the place; null for all. */
  readonly keep: number | null
  /** Where the backup is written before it is sent, and needs its room. */
  readonly workDirectory: string
  readonly leavesOutMissing: boolean
}

/** What was sent, and what became of older backups. */
interface Sent {
  readonly name: string
  readonly manifest: Manifest
  readonly missing: readonly string[]
  readonly removed: readonly string[]
  /** Why an older one could not be removed; null when all were. */
  readonly notRemoved: string | null
}

const namingPlace = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (failure) {
    const isExpected = failure instanceof FileStoreProblem
    throw isExpected ? new BackupProblem(`${failure.message}.`) : failure
  }
}

const removeOlder = async (place: Place, keep: number | null) => {
  const removed: string[] = []
  try {
    for (const name of keep === null ? [] : (await place.list()).slice(0, -keep)) {
      await place.remove(name)
      removed.push(name)
    }
    return { removed, notRemoved: null }
  } catch (failure) {
    // The new backup is good all the same, and some places keep each for a time that they decide.
    return { removed, notRemoved: failure instanceof Error ? failure.message : String(failure) }
  }
}

/**
 * Makes a backup, verifies it, encrypts it and sends it to a place, where it appears whole or not at all. Then removes the
 * oldest ones there. Throws BackupProblem.
 */
export const sendBackup = (context: BackupContext, sending: Sending): Promise<Sent> =>
  namingPlace(async () => {
    const { place, recipients, keep, workDirectory, leavesOutMissing } = sending
    const seal = createSealer(recipients)
    // Before the long work, to find out whether the place can be reached.
    await place.list()
    const now = context.clock()
    const name = sealedName(now)
    // What a killed process has left.
    await removeOldFiles(workDirectory, isPartOf('backup'), now)
    return inFolder(join(workDirectory, 'backup'), async folder => {
      const made = join(folder, 'made')
      const { missing } = await createBackup(context, made, leavesOutMissing)
      const manifest = await checkBackup(made)
      await place.write(name, await seal(made))
      return { name, manifest, missing, ...(await removeOlder(place, keep)) }
    })
  })

/**
 * Gets a backup from a place, by its name or the newest one (null), decrypts it into a directory that must not exist, and
 * verifies it. Returns its name. Throws BackupProblem.
 */
export const fetchBackup = (
  place: Place,
  wanted: string | null,
  identityFile: string,
  directory: string,
): Promise<string> =>
  namingPlace(async () => {
    const identities = await readFile(identityFile, 'utf8').catch(() => {
      throw new BackupProblem(`${identityFile} cannot be read.`)
    })
    const names = await place.list()
    const name = wanted === null ? names.at(-1) : names.find(each => each === wanted)
    if (name === undefined) throw new BackupProblem('There is no such backup at this place.')
    await wholeFolder(directory, async folder => {
      await unseal(place.read(name), identities, folder)
      await checkBackup(folder)
    })
    return name
  })
