import type { RecoveryDoc } from '../../../collections/schemas/recovery.ts'

/** An entry with all its contents, as a file that people and programs can read. */
export const entryToFile = (
  entry: RecoveryDoc,
): { readonly name: string; readonly blob: Blob } => ({
  name: `recovery-${entry.id.replaceAll(/[^\w-]+/g, '-')}.json`,
  blob: new Blob([`${JSON.stringify(entry, null, 2)}\n`], { type: 'application/json' }),
})
