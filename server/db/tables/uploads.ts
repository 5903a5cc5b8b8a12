import type { Table } from '../schema-step.ts'

/** Uploads that arrive in pieces. They are where their submission is. */
export const uploadTables: readonly (string | Table)[] = [
  {
    table: 'uploads',
    placement: 'distributed',
    columns: `
      user_id uuid not null,
      id uuid not null,
      submission_id uuid not null,
      form_field_id text not null,
      occurrence integer not null,
      field_type text not null,
      name text not null,
      size_bytes integer not null,
      sha256 text not null,
      upload_key text not null,
      offset_bytes integer not null default 0,
      is_attached boolean not null default false,
      touched_at timestamptz not null,
      primary key (user_id, id),
      foreign key (user_id, submission_id) references submissions (user_id, id)`,
  },
  `create unique index uploads_by_key on uploads (user_id, upload_key)`,
  `create index uploads_by_time on uploads (touched_at)`,
  {
    table: 'upload_pieces',
    placement: 'distributed',
    columns: `
      user_id uuid not null,
      upload_id uuid not null,
      start_bytes integer not null,
      size_bytes integer not null,
      sha256 text not null,
      primary key (user_id, upload_id, start_bytes),
      foreign key (user_id, upload_id) references uploads (user_id, id)`,
  },
  `create index upload_pieces_by_sha256 on upload_pieces (sha256)`,
]
