/**
 * The tables, as numbered steps. A released step is never edited: its checksum is stored, and a server whose text
 * differs refuses to start. Every statement stands alone.
 *
 * `submissions.created_at` is the device's time and orders only the surveyor's own list. `received_at` is the
 * server's time. Times that the server makes are timestamptz from the app's clock, in whole milliseconds. `rev` is
 * the value of the owner's change counter (`users.change_counter`) at the row's last change and orders the list of
 * changes. `mark` is random for each change, so that `rev` and `mark` together identify one change of one history:
 * a database restored from a backup reaches the same `rev` again with another mark. `past_marks` holds the row's
 * earlier changes as `rev.mark `, newest last. Unique keys start with the user, except those that must be found
 * before the user is known (e-mail, tokens).
 */
export interface SchemaStep {
  readonly number: number
  readonly title: string
  readonly statements: readonly string[]
}

/** All steps so far, oldest first. */
export const schemaSteps: readonly SchemaStep[] = [
  {
    number: 1,
    title: 'users, sessions, forms, submissions and files',
    statements: [
      `create table server_values (
        name text primary key,
        value text not null
      )`,
      `create table organizations (
        id uuid primary key,
        name text not null,
        logo_sha256 text,
        logo_name text
      )`,
      `create table users (
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
        change_counter bigint not null default 0,
        created_at timestamptz not null
      )`,
      `create table sessions (
        token_sha256 text primary key,
        user_id uuid not null references users (id),
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`,
      `create index sessions_by_user on sessions (user_id)`,
      `create table password_resets (
        token_sha256 text primary key,
        user_id uuid not null references users (id),
        expires_at timestamptz not null,
        used_at timestamptz
      )`,
      `create table forms (
        id text primary key,
        title text not null,
        description text not null,
        status text not null,
        sections jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        removed_at timestamptz
      )`,
      `create table form_assignments (
        user_id uuid not null references users (id),
        form_id text not null references forms (id),
        assigned_at timestamptz not null,
        primary key (user_id, form_id)
      )`,
      `create table submissions (
        user_id uuid not null references users (id),
        id uuid not null,
        form_id text not null references forms (id),
        client_key text,
        request_sha256 text,
        temp_id text,
        latitude double precision,
        longitude double precision,
        address text,
        sent_created_at text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        rev bigint not null,
        deleted_at timestamptz,
        primary key (user_id, id)
      )`,
      `create unique index submissions_by_client_key on submissions (user_id, client_key)`,
      `create unique index submissions_by_rev on submissions (user_id, rev)`,
      `create index submissions_by_time on submissions (user_id, created_at desc, id)
        where deleted_at is null`,
      `create table submission_answers (
        user_id uuid not null,
        submission_id uuid not null,
        form_field_id text not null,
        occurrence integer not null,
        position integer not null,
        value text not null,
        is_list boolean not null,
        primary key (user_id, submission_id, form_field_id, occurrence),
        foreign key (user_id, submission_id) references submissions (user_id, id)
      )`,
      `create table submission_files (
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
        foreign key (user_id, submission_id) references submissions (user_id, id)
      )`,
      `create index submission_files_by_id on submission_files (id)`,
    ],
  },
  {
    number: 2,
    title: 'what a form was before, and its submissions in the order they came',
    statements: [
      `create table form_versions (
        form_id text not null references forms (id),
        number integer not null,
        sections jsonb not null,
        created_at timestamptz not null,
        primary key (form_id, number)
      )`,
      `insert into form_versions (form_id, number, sections, created_at)
        select id, 1, sections, updated_at from forms`,
      `create index submissions_by_form on submissions (form_id, created_at, user_id, id)
        where deleted_at is null`,
    ],
  },
  {
    number: 3,
    title: 'a mark for each change, which names the history it belongs to',
    statements: [
      `alter table submissions add column mark text not null default ''`,
      `alter table submissions add column past_marks text not null default ''`,
    ],
  },
  {
    number: 4,
    title: 'when the server received a submission, whatever the device says',
    statements: [
      `alter table submissions add column received_at timestamptz`,
      // Earlier rows have only the time of their last change, and they were received then or before.
      `update submissions set received_at = updated_at`,
      `alter table submissions alter column received_at set not null`,
      `drop index submissions_by_form`,
      `create index submissions_by_reception on submissions (form_id, received_at, user_id, id)
        where deleted_at is null`,
    ],
  },
  {
    number: 5,
    title: 'bytes whose row has gone, who names bytes, and how large a row is',
    statements: [
      `alter table submissions add column answer_bytes integer not null default 0`,
      `update submissions s set answer_bytes = a.bytes from (
         select user_id, submission_id, sum(octet_length(value)) as bytes
         from submission_answers group by user_id, submission_id) a
       where a.user_id = s.user_id and a.submission_id = s.id`,
      `create table freed_blobs (
        sha256 text primary key,
        freed_at timestamptz not null
      )`,
      `create index freed_blobs_by_time on freed_blobs (freed_at)`,
      `create index submission_files_by_sha256 on submission_files (sha256)`,
      `create index users_by_image on users (image_sha256) where image_sha256 is not null`,
    ],
  },
  {
    number: 6,
    title: 'what devices report of themselves, and what administrators did',
    statements: [
      `create table device_reports (
        user_id uuid primary key references users (id),
        heard_at timestamptz not null,
        app_version text,
        waiting integer,
        oldest_waiting_at timestamptz,
        free_bytes bigint
      )`,
      `create table admin_trail (
        id uuid primary key,
        at timestamptz not null,
        who text not null,
        command text not null
      )`,
      `create index admin_trail_by_time on admin_trail (at desc)`,
    ],
  },
  {
    number: 7,
    title:
      'how an interview was made: its form version, its start and the accuracy of its position',
    statements: [
      `alter table submissions add column definition_hash text`,
      `alter table submissions add column started_at timestamptz`,
      `alter table submissions add column accuracy double precision`,
    ],
  },
  {
    number: 8,
    title: 'groups of surveyors',
    statements: [
      `create table user_groups (
        user_id uuid not null references users (id),
        name text not null,
        primary key (user_id, name)
      )`,
      `create index user_groups_by_name on user_groups (name)`,
    ],
  },
  {
    number: 9,
    title: 'the files of forms, such as lists of options',
    statements: [
      `alter table forms add column files jsonb not null default '[]'`,
      `create table form_files (
        form_id text not null references forms (id),
        id text not null,
        contents jsonb not null,
        primary key (form_id, id)
      )`,
      `create index form_files_by_id on form_files (id)`,
    ],
  },
  {
    number: 10,
    title: 'the number of submissions, in total and by day of receipt',
    statements: [
      `create table submission_totals (
        user_id uuid not null references users (id),
        form_id text not null references forms (id),
        stored integer not null,
        last_received_at timestamptz not null,
        primary key (user_id, form_id)
      )`,
      `insert into submission_totals (user_id, form_id, stored, last_received_at)
        select user_id, form_id, count(*), max(received_at) from submissions
        where deleted_at is null group by user_id, form_id`,
      `create table submission_days (
        user_id uuid not null references users (id),
        form_id text not null references forms (id),
        day date not null,
        stored integer not null,
        primary key (user_id, form_id, day)
      )`,
      `insert into submission_days (user_id, form_id, day, stored)
        select user_id, form_id, (received_at at time zone 'UTC')::date, count(*) from submissions
        where deleted_at is null group by 1, 2, 3`,
      `create index submission_days_by_day on submission_days (day)`,
    ],
  },
  {
    number: 11,
    title: 'the last pages of a long list from its index alone',
    statements: [
      `drop index submissions_by_time`,
      `create index submissions_by_time on submissions (user_id, created_at desc, id)
        include (answer_bytes) where deleted_at is null`,
    ],
  },
  {
    number: 12,
    title: 'the hints that were shown before an interview was submitted',
    statements: [`alter table submissions add column hints jsonb`],
  },
  {
    number: 13,
    title: 'how far the clock of the device was from the one of the server',
    // In seconds. A clock in the year 1 does not fit an integer.
    statements: [`alter table submissions add column clock_offset double precision`],
  },
]
