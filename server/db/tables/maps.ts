import type { Table } from '../schema-step.ts'

/** The base maps and the forms that they belong to. Every node has them, because surveyors share them. */
export const mapTables: readonly (string | Table)[] = [
  // The bounds are west, south, east and north, in degrees; the pieces are the hashes of the pieces of its bytes.
  {
    table: 'maps',
    placement: 'reference',
    columns: `
      id uuid primary key,
      name text not null,
      area text not null,
      kind text not null,
      sha256 text not null unique,
      size_bytes bigint not null,
      bounds jsonb not null,
      min_zoom integer not null,
      max_zoom integer not null,
      attribution text not null,
      piece_bytes integer not null,
      pieces jsonb not null,
      is_for_all boolean not null,
      created_at timestamptz not null`,
  },
  {
    table: 'form_maps',
    placement: 'reference',
    columns: `
      form_id text not null references forms (id),
      map_id uuid not null references maps (id),
      primary key (form_id, map_id)`,
  },
]
