import type { RxJsonSchema } from 'rxdb'
import { getCRDTSchemaPart } from 'rxdb/plugins/crdt'
import type { OperationLog } from '../operation-log.ts'
import type { Refusal } from './refusal.ts'
import { as, flag, freeText, objects, optional, schemaVersion, text, type DocOf } from './schema.ts'

/** The one record's id (3.8). WARNING: persisted. */
export const currentUser = 'currentUser'

const fields = {
  id: text(40),
  user_id: freeText,
  full_name: freeText,
  first_name: freeText,
  last_name: freeText,
  phone_number: freeText,
  email: freeText,
  /** Shown as the region; read-only. */
  address: freeText,
  is_active: flag,
  is_first_login: flag,
  profile_image: freeText,
  /** A data URL of the picture chosen on this device. */
  profile_image_local: freeText,
  organization_name: freeText,
  organization_logo: freeText,
  syncStatus: as<'pending' | 'synced'>(freeText),
  /** The edits that the server refused, oldest first, a note of this device; absent for none. */
  refusals: optional(as<readonly Refusal[]>(objects())),
  crdts: as<OperationLog>(getCRDTSchemaPart()),
}

/** The surveyor (3.26). The operation log holds the edits that the server has not confirmed. */
export type UserProfileDoc = DocOf<typeof fields>

/** How the surveyor's own account is stored: a CRDT of one document. */
export const userProfileSchema: RxJsonSchema<UserProfileDoc> = {
  title: 'user_profile',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'crdts'],
  crdt: { field: 'crdts' },
}
