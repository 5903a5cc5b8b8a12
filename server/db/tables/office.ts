import type { Table } from '../schema-step.ts'

/** The accounts of the office, which are not surveyors, and their sessions. Every node reads them. */
export const officeTables: readonly (string | Table)[] = [
  // A scope is `all`, or names groups or forms. The step is that of the last code, which is not accepted again.
  {
    table: 'office_accounts',
    placement: 'reference',
    columns: `
      id uuid primary key,
      email text not null unique,
      name text not null,
      role text not null,
      scope_kind text not null,
      scope_names jsonb not null default '[]',
      password_hash text not null,
      is_temporary boolean not null,
      is_active boolean not null default true,
      code_secret text,
      code_secret_offered text,
      code_step bigint not null default 0,
      created_at timestamptz not null`,
  },
  {
    table: 'office_recovery_codes',
    placement: 'reference',
    columns: `
      account_id uuid not null references office_accounts (id),
      code_sha256 text not null,
      primary key (account_id, code_sha256)`,
  },
  {
    table: 'office_sessions',
    placement: 'reference',
    columns: `
      token_sha256 text primary key,
      account_id uuid not null references office_accounts (id),
      created_at timestamptz not null,
      used_at timestamptz not null`,
  },
  `create index office_sessions_by_account on office_sessions (account_id)`,
  // A view is what the address of the page says of a form's table.
  {
    table: 'office_views',
    placement: 'reference',
    columns: `
      account_id uuid not null references office_accounts (id),
      form_id text not null references forms (id),
      name text not null,
      address text not null,
      primary key (account_id, form_id, name)`,
  },
]
