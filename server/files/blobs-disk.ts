import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isSha256, sha256Of, type BlobStore } from './blobs.ts'
import { createSpool, type Spooled } from './spool.ts'

const syncDirectory = async (directory: string): Promise<void> => {
  // Makes the rename durable. Not every system allows opening a directory.
  const handle = await open(directory, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function* filesBelow(directory: string): AsyncGenerator<string> {
  const entries = await opendir(directory).catch(() => null)
  for await (const entry of entries ?? []) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

const pieceBytes = 256 * 1024

/** The bytes of a file. It is open only while a piece is read, because a reader may never ask for the next one. */
async function* piecesOf(path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += pieceBytes) {
    const wanted = Math.min(pieceBytes, to - at)
    const file = await open(path)
    const read = file.read(Buffer.alloc(wanted), 0, wanted, at)
    const { buffer, bytesRead } = await read.finally(() => file.close())
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
    if (bytesRead < wanted) return
  }
}

const nullIfMissing = (failure: unknown): null => {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null
  throw failure
}

/** Stores blobs on disk as `<directory>/ab/cd/<sha256>`: written under another name, synced, then renamed. */
export const createDiskBlobs = (directory: string): BlobStore => {
  const spool = createSpool(join(directory, 'incoming'))
  const folderOf = (sha256: string) => join(directory, sha256.slice(0, 2), sha256.slice(2, 4))
  const adopt = async ({ path, sha256 }: Spooled): Promise<void> => {
    const folder = folderOf(sha256)
    await mkdir(folder, { recursive: true })
    await rename(path, join(folder, sha256))
    await syncDirectory(folder)
  }
  return {
    place: `the folder ${directory}`,
    spool,
    adopt,
    put: async bytes => {
      const sha256 = sha256Of(bytes)
      if (!(await exists(join(folderOf(sha256), sha256)))) {
        const spooled = await spool.receive(once(bytes))
        await adopt(spooled).finally(spooled.discard)
      }
      return sha256
    },
    get: async sha256 => {
      if (!isSha256(sha256)) return null
      const bytes = await readFile(join(folderOf(sha256), sha256)).catch(nullIfMissing)
      return bytes && new Uint8Array(bytes)
    },
    read: async sha256 => {
      if (!isSha256(sha256)) return null
      const path = join(folderOf(sha256), sha256)
      const found = await stat(path).catch(nullIfMissing)
      return (
        found && {
          sizeBytes: found.size,
          pieces: (from = 0, to = found.size) => piecesOf(path, from, to),
        }
      )
    },
    has: sha256 =>
      isSha256(sha256) ? exists(join(folderOf(sha256), sha256)) : Promise.resolve(false),
    remove: async sha256 => {
      if (!isSha256(sha256)) return
      await rm(join(folderOf(sha256), sha256), { force: true })
    },
    check: async () => {
      await mkdir(directory, { recursive: true })
      await access(directory, constants.W_OK)
    },
    async *list() {
      for await (const path of filesBelow(directory)) {
        const sha256 = basename(path)
        const found = isSha256(sha256) ? await stat(path).catch(() => null) : null
        if (found !== null) yield { sha256, writtenMs: found.mtimeMs }
      }
    },
  }
}
