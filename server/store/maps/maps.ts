import type { FormMap } from '../../../replication/wire/form/maps.ts'
import { first, only, type Query } from '../../db/db.ts'

/** A base map with the hashes of its pieces, as an administrator adds it. */
export interface NewMap extends Omit<FormMap, 'id'> {
  readonly piece_bytes: number
  readonly pieces: readonly string[]
}

/** The base maps of a form `f` of a statement, as the wire has them. */
export const mapsOfForm = `coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name,
    'area', m.area, 'kind', m.kind, 'size_bytes', m.size_bytes, 'sha256', m.sha256,
    'bounds', m.bounds, 'min_zoom', m.min_zoom, 'max_zoom', m.max_zoom,
    'attribution', m.attribution) order by m.name, m.id)
  from maps m where m.is_for_all or exists (select 1 from form_maps b
    where b.map_id = m.id and b.form_id = f.id)), '[]'::json) as maps`

/** A base map of one of a surveyor's forms; null for any other. */
export const mapOfSurveyor = async (query: Query, userId: string, mapId: string) =>
  first(
    await query<{
      readonly sha256: string
      readonly piece_bytes: number
      readonly pieces: readonly string[]
    }>(
      `select m.sha256, m.piece_bytes, m.pieces from maps m
       where m.id = $2 and exists (select 1 from form_assignments a
         join forms f on f.id = a.form_id
         where a.user_id = $1 and f.removed_at is null and (m.is_for_all or exists (
           select 1 from form_maps b where b.map_id = m.id and b.form_id = f.id)))`,
      [userId, mapId],
    ),
  )

/**
 * Adds a base map, or changes the words of the one with the same bytes, and adds it to forms. Returns its id. `formId` is
 * null for all forms.
 */
export const putMap = async (
  query: Query,
  id: string,
  map: NewMap,
  formId: string | null,
  now: Date,
): Promise<string> => {
  const rows = await query<{ readonly id: string }>(
    `insert into maps (id, name, area, kind, sha256, size_bytes, bounds, min_zoom, max_zoom,
       attribution, pieces, piece_bytes, is_for_all, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11::jsonb, $12, $13, $14)
     on conflict (sha256) do update set name = excluded.name, area = excluded.area,
       attribution = excluded.attribution, is_for_all = maps.is_for_all or excluded.is_for_all
     returning id`,
    [
      id,
      map.name,
      map.area,
      map.kind,
      map.sha256,
      map.size_bytes,
      JSON.stringify(map.bounds),
      map.min_zoom,
      map.max_zoom,
      map.attribution,
      JSON.stringify(map.pieces),
      map.piece_bytes,
      formId === null,
      now,
    ],
  )
  const stored = only(rows).id
  if (formId !== null) {
    await query(`insert into form_maps (form_id, map_id) values ($1, $2) on conflict do nothing`, [
      formId,
      stored,
    ])
  }
  return stored
}

/** A base map in the administrator's list; `forms` is empty for one of all forms. */
interface ListedMap {
  readonly id: string
  readonly name: string
  readonly area: string
  readonly kind: string
  readonly size_bytes: string | number
  readonly min_zoom: number
  readonly max_zoom: number
  readonly is_for_all: boolean
  readonly forms: readonly string[]
}

/** All base maps by name. */
export const allMaps = (query: Query) =>
  query<ListedMap>(
    `select m.id, m.name, m.area, m.kind, m.size_bytes, m.min_zoom, m.max_zoom, m.is_for_all,
       coalesce((select json_agg(b.form_id order by b.form_id) from form_maps b
         where b.map_id = m.id), '[]'::json) as forms
     from maps m order by m.name, m.id`,
  )

/** Takes a base map from a form. Returns whether it was the form's. */
export const dropFormMap = async (query: Query, formId: string, mapId: string) =>
  (
    await query(`delete from form_maps where form_id = $1 and map_id = $2 returning map_id`, [
      formId,
      mapId,
    ])
  ).length > 0

/** Removes a base map from all forms. Returns the hash of its bytes; null when there is none with this id. */
export const deleteMap = async (query: Query, mapId: string): Promise<string | null> => {
  await query(`delete from form_maps where map_id = $1`, [mapId])
  const rows = await query<{ readonly sha256: string }>(
    `delete from maps where id = $1 returning sha256`,
    [mapId],
  )
  return first(rows)?.sha256 ?? null
}
