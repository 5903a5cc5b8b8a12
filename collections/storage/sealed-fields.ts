import type { CollectionName } from '../database.ts'

/**
 * The fields that are unreadable on the device without the key: what people answered, where, and who the surveyor
 * is. Never a key or an indexed field; a test checks that. Documents of versions before 17 are not sealed. They
 * stay readable, and are sealed at their next write. WARNING: a field that is removed from this list stays sealed in documents already
 * stored.
 */
export const sealedFields: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  submissions: [
    'answers',
    'crdts',
    'files',
    'sent_before',
    'history',
    'work',
    'refusals',
    'review',
    'replies',
    'latitude',
    'longitude',
    'accuracy',
    'located_after',
    'address',
    'city',
  ],
  form_responses: ['value'],
  outbox: ['payload', 'description', 'lastError', 'history'],
  file_uploads: ['field_name', 'file_name', 'file_type'],
  location_cache: ['latitude', 'longitude', 'accuracy', 'address', 'city', 'rawAddress'],
  cases: ['label', 'values', 'operations', 'own', 'crdts'],
  user_profile: [
    'full_name',
    'first_name',
    'last_name',
    'phone_number',
    'email',
    'address',
    'profile_image',
    'profile_image_local',
    'refusals',
    'crdts',
  ],
}

/** RxDB's replication stores the last seen state of each document, in stores of its own. */
const replicationStore = /^rx-replication-meta-/

/** The sealed fields of a collection, or of one of RxDB's own stores; none for most of those. */
export const sealedFieldsOf = (collection: string): readonly string[] =>
  replicationStore.test(collection)
    ? ['docData']
    : (sealedFields[collection as CollectionName] ?? [])

/** WARNING: persisted; the field that holds all sealed fields of a document. */
export const sealedName = 'sealed'

/** WARNING: persisted; the place that a seal is bound to: a document, or with `more` one of its attachments. */
export const placeIn = (database: string, collection: string, id: unknown, more = ''): string =>
  [database, collection, String(id), more].join('|')
