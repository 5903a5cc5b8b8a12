import { finishMigration } from '../../collections/history/finish-migration.ts'
import { importLegacy, type LegacyParts } from '../../collections/history/legacy-import.ts'

/** Completes a migration, and takes over the earlier app's database. Both continue after a crash. */
export const finishBringingOver = async (
  parts: Omit<LegacyParts, 'owner'>,
  email: string,
): Promise<void> => {
  await finishMigration(parts)
  await importLegacy({ ...parts, owner: { databaseName: parts.db.name, email } })
}
