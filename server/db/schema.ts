import { officeTables } from './office-tables.ts'
import { tablesOf, type SchemaStep } from './schema-step.ts'

/**
 * The tables, as numbered steps.
 * `submissions.created_at` is the device's time, at most the time of receipt, and orders only the surveyor's own list.
 * `received_at` is the server's time. Times that the server makes are timestamptz from the app's clock, in whole
 * milliseconds. `rev` is the value of the owner's change counter (`change_counters`) at the row's last change and
 * orders the list of changes. `mark` is random for each change, so that `rev` and `mark` together identify one change
 * of one history: a database restored from a backup reaches the same `rev` again with another mark. `past_marks` has the
 * row's earlier changes as `rev.mark `, newest last. `clock_offset` is in seconds. Unique keys start with the user, except
 * those that must be found before the user is known.
 */
export const schemaSteps: readonly SchemaStep[] = [
  {
    number: 1,
    title: 'the tables of the first release',
    statements: [
      {
        table: 'server_values',
        placement: 'reference',
        columns: `
          name text primary key,
          value text not null`,
      },
      {
        table: 'organizations',
        placement: 'reference',
        columns: `
          id uuid primary key,
          name text not null,
          logo_sha256 text,
          logo_name text`,
      },
      {
        table: 'users',
        placement: 'reference',
        columns: `
          id uuid primary key,
          organization_id uuid references organizations (id),
          email text not null unique,
          password_hash text not null,
          first_name text not null,
          last_name text not null,
          phone_number text not null default '',
          address text not null default '',
          is_active boolean not null default true,
          is_first_login boolean not null default true,
          image_sha256 text,
          image_name text,
          created_at timestamptz not null`,
      },
      `create index users_by_image on users (image_sha256) where image_sha256 is not null`,
      {
        table: 'change_counters',
        placement: 'distributed',
        columns: `
          user_id uuid primary key references users (id),
          value bigint not null`,
      },
      {
        table: 'user_groups',
        placement: 'distributed',
        columns: `
          user_id uuid not null references users (id),
          name text not null,
          primary key (user_id, name)`,
      },
      `create index user_groups_by_name on user_groups (name)`,
      {
        table: 'sessions',
        placement: 'reference',
        columns: `
          token_sha256 text primary key,
          user_id uuid not null references users (id),
          created_at timestamptz not null,
          expires_at timestamptz not null`,
      },
      `create index sessions_by_user on sessions (user_id)`,
      {
        table: 'password_resets',
        placement: 'reference',
        columns: `
          token_sha256 text primary key,
          user_id uuid not null references users (id),
          expires_at timestamptz not null,
          used_at timestamptz`,
      },
      {
        table: 'forms',
        placement: 'reference',
        columns: `
          id text primary key,
          title text not null,
          description text not null,
          status text not null,
          sections jsonb not null,
          files jsonb not null default '[]',
          has_cases boolean not null default false,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          removed_at timestamptz`,
      },
      {
        table: 'form_versions',
        placement: 'reference',
        columns: `
          form_id text not null references forms (id),
          number integer not null,
          sections jsonb not null,
          definition_hash text not null,
          created_at timestamptz not null,
          primary key (form_id, number)`,
      },
      {
        table: 'form_files',
        placement: 'reference',
        columns: `
          form_id text not null references forms (id),
          id text not null,
          contents jsonb not null,
          primary key (form_id, id)`,
      },
      `create index form_files_by_id on form_files (id)`,
      {
        table: 'form_assignments',
        placement: 'distributed',
        columns: `
          user_id uuid not null references users (id),
          form_id text not null references forms (id),
          assigned_at timestamptz not null,
          primary key (user_id, form_id)`,
      },
      {
        table: 'submissions',
        placement: 'distributed',
        columns: `
          user_id uuid not null references users (id),
          id uuid not null,
          form_id text not null references forms (id),
          client_key text,
          request_sha256 text,
          temp_id text,
          definition_hash text,
          latitude double precision,
          longitude double precision,
          accuracy double precision,
          located_after double precision,
          address text,
          hints jsonb,
          sent_created_at text not null,
          created_at timestamptz not null,
          started_at timestamptz,
          received_at timestamptz not null,
          updated_at timestamptz not null,
          deleted_at timestamptz,
          clock_offset double precision,
          rev bigint not null,
          mark text not null default '',
          past_marks text not null default '',
          answer_bytes integer not null default 0,
          primary key (user_id, id)`,
      },
      `create unique index submissions_by_client_key on submissions (user_id, client_key)`,
      `create unique index submissions_by_rev on submissions (user_id, rev)`,
      // With the bytes, the last pages of a long list come from the index alone.
      `create index submissions_by_time on submissions (user_id, created_at desc, id)
        include (answer_bytes) where deleted_at is null`,
      `create index submissions_by_reception on submissions (form_id, received_at, user_id, id)
        where deleted_at is null`,
      {
        table: 'submission_answers',
        placement: 'distributed',
        columns: `
          user_id uuid not null,
          submission_id uuid not null,
          form_field_id text not null,
          occurrence integer not null,
          position integer not null,
          value text not null,
          is_list boolean not null,
          primary key (user_id, submission_id, form_field_id, occurrence),
          foreign key (user_id, submission_id) references submissions (user_id, id)`,
      },
      {
        table: 'submission_files',
        placement: 'distributed',
        columns: `
          user_id uuid not null,
          submission_id uuid not null,
          form_field_id text not null,
          occurrence integer not null,
          sha256 text not null,
          id uuid not null,
          field_type text not null,
          name text not null,
          size_bytes integer not null,
          position integer not null,
          created_at timestamptz not null,
          primary key (user_id, submission_id, form_field_id, occurrence, sha256),
          foreign key (user_id, submission_id) references submissions (user_id, id)`,
      },
      `create index submission_files_by_id on submission_files (id)`,
      `create index submission_files_by_sha256 on submission_files (sha256)`,
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
      {
        table: 'submission_totals',
        placement: 'distributed',
        columns: `
          user_id uuid not null references users (id),
          form_id text not null references forms (id),
          stored integer not null,
          last_received_at timestamptz not null,
          primary key (user_id, form_id)`,
      },
      {
        table: 'submission_days',
        placement: 'distributed',
        columns: `
          user_id uuid not null references users (id),
          form_id text not null references forms (id),
          day date not null,
          stored integer not null,
          primary key (user_id, form_id, day)`,
      },
      `create index submission_days_by_day on submission_days (day)`,
      // One row, which each write of cases locks first, so that their changes are numbered in the order of commits.
      {
        table: 'case_counter',
        placement: 'reference',
        columns: `
          name text primary key,
          value bigint not null`,
      },
      {
        table: 'case_lists',
        placement: 'reference',
        columns: `
          name text primary key,
          is_shared boolean not null default false`,
      },
      // The lists that a form registers, visits or reads; also lists that have no cases.
      {
        table: 'form_case_lists',
        placement: 'reference',
        columns: `
          form_id text not null references forms (id),
          list text not null,
          primary key (form_id, list)`,
      },
      // The fold of the operations, with the names of the contested properties; of a case without any operation, whose
      // version is 0, only the id is left.
      {
        table: 'cases',
        placement: 'reference',
        columns: `
          id text primary key,
          list text not null references case_lists (name),
          label text not null default '',
          properties jsonb not null default '{}',
          version bigint not null default 0,
          due text,
          is_registered boolean not null default false,
          created_at text not null default '',
          updated_at text not null default '',
          contested text not null default '',
          operation_bytes integer not null default 0,
          change bigint not null`,
      },
      `create index cases_by_change on cases (list, change)`,
      `create index cases_by_due on cases (list, due, id)`,
      // Without a user, they are the office's.
      {
        table: 'case_operations',
        placement: 'reference',
        columns: `
          case_id text not null references cases (id),
          key text not null,
          user_id uuid references users (id),
          submission_id uuid,
          form_id text references forms (id),
          office text not null default '',
          act text not null,
          seen json not null,
          at text not null,
          label text not null,
          properties json not null,
          primary key (case_id, key)`,
      },
      `create index case_operations_by_submission on case_operations (user_id, submission_id)
        where user_id is not null`,
      // An owner is `user <id>` or `group <name>`. The change is that of the case, or the one that ended the ownership.
      {
        table: 'case_owners',
        placement: 'reference',
        columns: `
          case_id text not null references cases (id),
          owner text not null,
          change bigint not null,
          is_ended boolean not null default false,
          primary key (case_id, owner)`,
      },
      `create index case_owners_by_change on case_owners (owner, change)`,
      {
        table: 'case_list_owners',
        placement: 'reference',
        columns: `
          list text not null references case_lists (name),
          owner text not null,
          primary key (list, owner)`,
      },
      {
        table: 'freed_blobs',
        placement: 'local',
        columns: `
          sha256 text primary key,
          freed_at timestamptz not null`,
      },
      `create index freed_blobs_by_time on freed_blobs (freed_at)`,
      {
        table: 'device_reports',
        placement: 'distributed',
        columns: `
          user_id uuid primary key references users (id),
          heard_at timestamptz not null,
          app_version text,
          waiting integer,
          oldest_waiting_at timestamptz,
          free_bytes bigint`,
      },
      {
        table: 'admin_trail',
        placement: 'local',
        columns: `
          id uuid primary key,
          at timestamptz not null,
          who text not null,
          command text not null`,
      },
      `create index admin_trail_by_time on admin_trail (at desc)`,
      ...officeTables,
    ],
  },
  {
    number: 2,
    title: 'a trail that only grows',
    // The owner of a table may do all this too, until it is taken away. A superuser always may.
    statements: [`revoke update, delete, truncate on admin_trail from current_user`],
  },
]

/** All tables; each refers only to rows of those before it. */
export const tables = tablesOf(schemaSteps)
