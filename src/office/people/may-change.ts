import type { Account } from '../../../replication/wire/office/answers.ts'
import { peopleCalls } from '../../../replication/wire/office/people-calls.ts'

/** Whether an account changes people: by its role, and because its scope has people. */
export const mayChangePeople = ({ role, scope }: Account): boolean =>
  peopleCalls.personChange.roles.some(each => each === role) && scope.kind !== 'forms'
