import type { Table } from '../schema-step.ts'

/** The lists of cases, the cases, their operations and whose they are. Every node has them, because surveyors share them. */
export const caseTables: readonly (string | Table)[] = [
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
]
