import { Dexie } from 'dexie'
import type { Disk } from './device.ts'

const textOf = async (value: unknown): Promise<string> => {
  if (value instanceof Blob) return `blob ${await value.text()}`
  if (value instanceof ArrayBuffer) return `bytes ${new TextDecoder().decode(value)}`
  if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join(' ')
  if (typeof value === 'object' && value !== null) return textOf(Object.entries(value).flat())
  return String(value)
}

/** Every record in a device's IndexedDB, file bytes included, as one text each. */
export const everyStoredValue = async ({ name, port }: Disk): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { name: stored } of await port.indexedDB.databases()) {
    if (stored !== name) continue
    const db = await new Dexie(stored, port).open()
    for (const table of db.tables) {
      for (const record of await table.toCollection().toArray()) found.push(await textOf(record))
    }
    db.close()
  }
  return found
}
