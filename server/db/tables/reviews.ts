import type { Table } from '../schema-step.ts'

/**
 * What the office says of submissions, and what their edits replaced. They are where their submission is, and have its
 * form, because the office counts them by form.
 */
export const reviewTables: readonly (string | Table)[] = [
  // A submission without a row was received, and nothing was said of it.
  {
    table: 'reviews',
    placement: 'distributed',
    columns: `
      user_id uuid not null,
      submission_id uuid not null,
      form_id text not null references forms (id),
      state text not null,
      version integer not null,
      updated_at timestamptz not null,
      updated_by text not null,
      primary key (user_id, submission_id),
      foreign key (user_id, submission_id) references submissions (user_id, id)`,
  },
  `create index reviews_by_state on reviews (form_id, state)`,
  {
    table: 'review_comments',
    placement: 'distributed',
    columns: `
      user_id uuid not null,
      submission_id uuid not null,
      id uuid not null,
      place integer not null,
      at timestamptz not null,
      author text not null,
      side text not null,
      form_field_id text not null,
      occurrence integer not null,
      text text not null,
      primary key (user_id, submission_id, id),
      foreign key (user_id, submission_id) references reviews (user_id, submission_id)`,
  },
  // The answers that an edit changed, as they were before it; without a value where there was none.
  {
    table: 'earlier_answers',
    placement: 'distributed',
    columns: `
      user_id uuid not null,
      submission_id uuid not null,
      rev bigint not null,
      replaced_at timestamptz not null,
      answers jsonb not null,
      primary key (user_id, submission_id, rev),
      foreign key (user_id, submission_id) references submissions (user_id, id)`,
  },
]
