import type { Database } from '../../../collections/database.ts'
import type { Transaction } from '../../../collections/one-database/transaction.ts'
import { answersOf, unfinishedInterviews } from '../../../collections/queries.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'

/** All answers of unfinished interviews and edits: a case whose id is among them may be one that the surveyor works on. */
export const namedCases = async (
  transaction: Transaction,
  db: Database,
): Promise<ReadonlySet<Answer>> => {
  const named = new Set<Answer>()
  for (const { id, answers } of await transaction.find(db.submissions, unfinishedInterviews())) {
    for (const answer of Object.values(answers)) named.add(answer)
    for (const { value } of await transaction.find(db.form_responses, answersOf(id))) {
      named.add(value)
    }
  }
  return named
}
