import type { RxJsonSchema } from 'rxdb'
import { freeText, idText, schemaVersion } from './schema.ts'

/** The name of the attachment that holds the logo's bytes (the spec's `logo_blob`). WARNING: persisted. */
export const logoBlob = 'logo_blob'

/** The one record's id. WARNING: persisted. */
export const currentOrganization = 'currentOrganization'

/** The surveyor's organization, whose name and logo head every screen. */
export interface OrganizationDoc {
  id: string
  name: string
  /** Where the logo came from; fetched again when it changes. */
  logo_url: string
}

/** How the organization is stored, with its logo. */
export const organizationSchema: RxJsonSchema<OrganizationDoc> = {
  title: 'organization',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: { id: idText, name: freeText, logo_url: freeText },
  required: ['id', 'name'],
  attachments: {},
}
