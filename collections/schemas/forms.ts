import type { RxJsonSchema } from 'rxdb'
import {
  count,
  freeText,
  idText,
  objects,
  optional,
  schemaVersion,
  small,
  text,
  timeMs,
  type DocOf,
} from './schema.ts'

const fields = {
  id: idText,
  title: freeText,
  name: freeText,
  description: freeText,
  /** 'draft' means unpublished: it cannot be filled in. */
  status: text(40),
  submissions: count,
  created_at: freeText,
  updated_at: freeText,
  createdAt: freeText,
  sections: objects<FormSection>(),
  /** The version of the fields on this device; '' while none is stored. */
  definition_hash: text(80),
  /** When the definition was last fetched, epoch ms; 0 while none is stored, or a newer one is still to be fetched. */
  fetched_at: timeMs,
  /** 1 when the server no longer lists the form and only unsent work keeps it here. */
  hidden: small,
  newest: timeMs,
  /** The base maps that belong to it; absent when there are none. */
  maps: optional(objects<FormMap>()),
}

/**
 * A form assigned to the surveyor: its head and its sections. Its fields are in `form_questions`, its files are
 * attachments under their ids: JSON texts of a list or a picture (FormContents in wire/).
 */
export type FormDoc = DocOf<typeof fields>

/** A section of a form, as the fill screen shows it under its name. */
export interface FormSection {
  id: string
  name: string
  order: number
}

/** A base map of a form: what is known of it before its bytes are on the device. */
export interface FormMap {
  id: string
  name: string
  area: string
  kind: 'raster' | 'vector'
  size_bytes: number
  sha256: string
  bounds: number[]
  min_zoom: number
  max_zoom: number
  attribution: string
}

/** How the heads of forms are stored; most recently updated first. */
export const formsSchema: RxJsonSchema<FormDoc> = {
  title: 'forms',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'title', 'status', 'sections', 'definition_hash', 'hidden', 'newest'],
  indexes: [['hidden', 'newest']],
  attachments: {},
}
