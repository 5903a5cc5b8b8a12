import { adoptInterviews, type AdoptParts } from './adopt-interviews.ts'
import { keepLeftovers } from './move-to-recovery.ts'
import { readSetting, writeSetting } from '../writes/write-settings.ts'

/**
 * The last step of a migration: answers without an interview get one, those that became part of a
 * submission are removed, and what could not be migrated is in Recovery. Runs again at each start until it is done.
 */
export const finishMigration = async (parts: AdoptParts): Promise<void> => {
  const { db } = parts
  if (await readSetting(db, 'migrated_v12')) return
  const answers = await db.form_responses
    .find({ selector: { submission_id: { $gte: '' } }, index: ['submission_id'] })
    .exec()
  const files = await db.file_uploads.find({ selector: { sync_status: 'pending' } }).exec()
  await adoptInterviews(
    parts,
    answers.map(answer => answer.toJSON() as never),
    files.map(file => file.toJSON() as never),
  )
  const interviews = await db.submissions
    .findByIds([...new Set(answers.map(it => it.submission_id))])
    .exec()
  const isOpen = (id: string) => interviews.get(id)?.state === 'open'
  await db.form_responses.bulkRemove(
    answers.filter(answer => !isOpen(answer.submission_id)).map(({ id }) => id),
  )
  await keepLeftovers(db)
  await writeSetting(db, 'migrated_v12', true)
}
