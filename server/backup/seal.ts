/* The only door to age-encryption and tar. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { create, extract } from 'tar'
import { BackupProblem } from './manifest.ts'

/** Bytes in order, of any number. */
export type Pieces = AsyncIterable<Uint8Array>

const asStream = (pieces: Pieces): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(pieces)) as unknown as ReadableStream<Uint8Array>

const asPieces = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as unknown as NodeStream)

/**
 * Creates a function that makes one encrypted archive of a folder, which `age --decrypt | tar -x` opens. Only the owners
 * of the recipients' identities can read it, so that the one who makes it needs no secret. Throws BackupProblem for a text
 * that is no recipient.
 */
export const createSealer = (
  recipients: readonly string[],
): ((folder: string) => Promise<Pieces>) => {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupProblem(
        `"${recipient}" is no recipient. It starts with age1, and age-keygen prints it.`,
      )
    }
  }
  return async folder => {
    const archive = create({ cwd: folder, portable: true }, ['.'])
    return asPieces(await encrypter.encrypt(asStream(archive as unknown as Pieces)))
  }
}

/**
 * Opens such an archive into a folder. `identities` is the text of a file of age-keygen. Throws BackupProblem when none of
 * them opens it, and when it is damaged or was cut.
 */
export const unseal = async (pieces: Pieces, identities: string, folder: string): Promise<void> => {
  const decrypter = new Decrypter()
  const keys = identities.split('\n').filter(line => line.trim().startsWith('AGE-SECRET-KEY-'))
  try {
    for (const key of keys) decrypter.addIdentity(key.trim())
  } catch {
    throw new BackupProblem('The file of the identity is damaged.')
  }
  if (keys.length === 0)
    throw new BackupProblem(
      'The file of the identity has no line that starts with AGE-SECRET-KEY-.',
    )
  const opened = await decrypter.decrypt(asStream(pieces)).catch(() => {
    throw new BackupProblem('This identity does not open the backup.')
  })
  try {
    const isOwn = (_path: string, entry: object) =>
      'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
    // Not in the background, because the folder of a damaged backup is removed at once.
    const unpacking = extract({ cwd: folder, strict: true, sync: true, filter: isOwn })
    await pipeline(asPieces(opened), unpacking)
  } catch (failure) {
    throw new BackupProblem(
      `The backup is damaged or incomplete: ${failure instanceof Error ? failure.message : ''}`,
    )
  }
}
