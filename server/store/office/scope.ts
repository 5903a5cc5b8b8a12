import type { Scope } from '../../../replication/wire/office/roles.ts'
import type { SqlValue } from '../../db/db.ts'

/** Collects the parameters of a statement. */
export const parameters = () => {
  const params: SqlValue[] = []
  return { params, param: (value: SqlValue): string => `$${params.push(value)}` }
}

type Param = (value: SqlValue) => string

/** The condition that `row` has a submission, or a number of submissions, of a surveyor and a form within a scope. */
export const submissionsIn = (scope: Scope, row: string, param: Param): string => {
  switch (scope.kind) {
    case 'all':
      return 'true'
    case 'groups':
      return `exists (select 1 from user_groups g
        where g.user_id = ${row}.user_id and g.name = any(${param(scope.names)}::text[]))`
    case 'forms':
      return `${row}.form_id = any(${param(scope.names)}::text[])`
  }
}

/** The condition that `users u` has a surveyor within a scope: of its groups, or to whom its forms are assigned. */
export const peopleIn = (scope: Scope, param: Param): string => {
  switch (scope.kind) {
    case 'all':
      return 'true'
    case 'groups':
      return `u.id in (select user_id from user_groups where name = any(${param(scope.names)}::text[]))`
    case 'forms':
      return `u.id in (select user_id from form_assignments
        where form_id = any(${param(scope.names)}::text[]))`
  }
}

/** The condition that `forms f` has a form within a scope: one of its own, or one that its groups have or have filled in. */
export const formsIn = (scope: Scope, param: Param): string => {
  switch (scope.kind) {
    case 'all':
      return 'true'
    case 'groups': {
      const names = param(scope.names)
      return `f.id in (select x.form_id from (select user_id, form_id from form_assignments
          union select user_id, form_id from submission_totals) x
        join user_groups g on g.user_id = x.user_id where g.name = any(${names}::text[]))`
    }
    case 'forms':
      return `f.id = any(${param(scope.names)}::text[])`
  }
}
