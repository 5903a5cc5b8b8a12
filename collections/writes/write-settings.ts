import type { Database } from '../database.ts'
import type { Transaction } from '../one-database/transaction.ts'
import type { SettingKey, SettingValues } from '../schemas/settings.ts'
import { upsert } from '../one-database/upsert.ts'

/** The values of settings that were never set (4.20: Auto Sync is on). */
export const settingDefaults: SettingValues = {
  dashboardStats: {
    total_assigned_forms: 0,
    total_submissions: 0,
    submissions_today: 0,
    response_rate: 0,
  },
  lastSyncTime: 0,
  autoSync: true,
  migrated_v12: true,
  slowConnection: false,
  theme: 'system',
  formLanguages: {},
  heldFields: {},
  dayTarget: 0,
  language: '',
  freshness: {},
  changesCursor: '',
  allPagesFetched: false,
  cases: { cursor: '', begun: 0, pass: 0, whole: 0 },
  filesCollected: 0,
  binExpiredAt: 0,
  unconfirmed: [],
  arrivals: 0,
  syncLease: { holder: '', token: 0, expiresAt: 0 },
  legacyImported: [],
  leftovers: [],
}

/** The current value of a setting, or its default. */
export const readSetting = async <Key extends SettingKey>(
  db: Database,
  key: Key,
): Promise<SettingValues[Key]> => {
  const doc = await db.settings.findOne(key).exec()
  return (doc?.toJSON().value as SettingValues[Key] | undefined) ?? settingDefaults[key]
}

/** The value of a setting as the transaction leaves it, or its default. */
export const settingIn = async <Key extends SettingKey>(
  transaction: Transaction,
  db: Database,
  key: Key,
): Promise<SettingValues[Key]> => {
  const doc = await transaction.read(db.settings, key)
  return (doc?.value as SettingValues[Key] | undefined) ?? settingDefaults[key]
}

/** Plans to set a setting. */
export const planSetting = <Key extends SettingKey>(
  transaction: Transaction,
  db: Database,
  key: Key,
  value: SettingValues[Key],
): Promise<void> => transaction.put(db.settings, { key, value })

/** Sets a setting. */
export const writeSetting = async <Key extends SettingKey>(
  db: Database,
  key: Key,
  value: SettingValues[Key],
): Promise<void> => {
  await upsert(db.settings, { key, value })
}

/**
 * Changes a setting from its current value, atomically across all tabs. `change` may run several times. When it
 * returns null, nothing is written and changeSetting returns null.
 */
export const changeSetting = async <Key extends SettingKey>(
  db: Database,
  key: Key,
  change: (value: SettingValues[Key]) => SettingValues[Key] | null,
): Promise<SettingValues[Key] | null> => {
  // The storage returns the document, because a query may not know yet that another tab created it.
  const doc = await db.settings.insertIfNotExists({ key, value: settingDefaults[key] })
  let result: SettingValues[Key] | null = null
  try {
    await doc.incrementalModify(data => {
      result = change(data.value as SettingValues[Key])
      if (result === null) throw unchanged
      return { ...data, value: result }
    })
  } catch (error) {
    if (error !== unchanged) throw error
  }
  return result
}

const unchanged = new Error('nothing to write')
