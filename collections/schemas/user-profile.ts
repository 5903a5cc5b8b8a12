import type { RxJsonSchema } from 'rxdb'
import { getCRDTSchemaPart } from 'rxdb/plugins/crdt'
import type { OperationLog } from '../operation-log.ts'
import type { Refusal } from './refusal.ts'
import { flag, freeText, objects, schemaVersion, text } from './schema.ts'

/** The one record's id (3.8). WARNING: persisted. */
export const currentUser = 'currentUser'

/** The surveyor (3.26). The operation log holds the edits that the server has not confirmed. */
export interface UserProfileDoc {
  id: string
  user_id: string
  full_name: string
  first_name: string
  last_name: string
  phone_number: string
  email: string
  /** Shown as the region; read-only. */
  address: string
  is_active: boolean
  is_first_login: boolean
  profile_image: string
  /** A data URL of the picture chosen on this device. */
  profile_image_local: string
  organization_name: string
  organization_logo: string
  syncStatus: 'pending' | 'synced'
  /** The edits that the server refused, oldest first, a note of this device; absent for none. */
  refusals?: readonly Refusal[]
  crdts: OperationLog
}

/** How the surveyor's own account is stored: a CRDT of one document. */
export const userProfileSchema: RxJsonSchema<UserProfileDoc> = {
  title: 'user_profile',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(40),
    user_id: freeText,
    full_name: freeText,
    first_name: freeText,
    last_name: freeText,
    phone_number: freeText,
    email: freeText,
    address: freeText,
    is_active: flag,
    is_first_login: flag,
    profile_image: freeText,
    profile_image_local: freeText,
    organization_name: freeText,
    organization_logo: freeText,
    syncStatus: freeText,
    refusals: objects,
    crdts: getCRDTSchemaPart() as never,
  },
  required: ['id', 'crdts'],
  crdt: { field: 'crdts' },
}
