import { caseTables } from './tables/cases.ts'
import { mapTables } from './tables/maps.ts'
import { limits } from '../limits.ts'
import { officeTables } from './tables/office.ts'
import { reviewTables } from './tables/reviews.ts'
import { uploadTables } from './tables/uploads.ts'
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
      // The key is the beginning of the value, by which the office's table sorts and filters.
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
          key text not null,
          primary key (user_id, submission_id, form_field_id, occurrence),
          foreign key (user_id, submission_id) references submissions (user_id, id)`,
      },
      // A column of a large form is read from the index alone.
      `create index submission_answers_by_key on submission_answers (form_field_id, occurrence, key,
        user_id, submission_id)`,
      `create index submission_answers_cut on submission_answers (form_field_id, user_id, submission_id)
        where length(key) = ${limits.answerKeyChars}`,
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
      ...uploadTables,
      ...reviewTables,
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
      ...caseTables,
      ...mapTables,
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
