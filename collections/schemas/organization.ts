import type { RxJsonSchema } from 'rxdb'
import { freeText, idText, schemaVersion, type DocOf } from './schema.ts'

/** The name of the attachment that holds the logo's bytes (the spec's `logo_blob`). WARNING: persisted. */
export const logoBlob = 'logo_blob'

/** The one record's id. WARNING: persisted. */
export const currentOrganization = 'currentOrganization'

const fields = {
  id: idText,
  name: freeText,
  /** The logo's address. When it changes, the logo is fetched again. */
  logo_url: freeText,
}

/** The surveyor's organization. Its name and logo are in the header of every screen. */
export type OrganizationDoc = DocOf<typeof fields>

/** How the organization is stored, with its logo. */
export const organizationSchema: RxJsonSchema<OrganizationDoc> = {
  title: 'organization',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'name'],
  attachments: {},
}
