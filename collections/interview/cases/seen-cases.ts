import { isOfInterview, seenAnswers, type CaseBlock } from '../../cases/interviewed.ts'
import type { Database } from '../../database.ts'
import { answerKey } from '../../ids.ts'
import type { Transaction } from '../../one-database/transaction.ts'
import type { CaseDoc } from '../../schemas/cases.ts'
import type { SubmissionDoc } from '../../schemas/submissions.ts'
import { caseBlocksOf } from './case-blocks.ts'
import { caseKeyOf, plainAnswers } from './follow-interview.ts'

type Answers = SubmissionDoc['answers']

/** The interview that is submitted. */
type Interview = Pick<SubmissionDoc, 'form_id' | 'definition_hash' | 'client_key' | 'server_id'>

/**
 * The answers of an interview with what it had seen of the cases that it visits, as the device has them now. `sent` are
 * those that it was submitted with before.
 */
export const withSeenCases = async (
  transaction: Transaction,
  db: Database,
  interview: Interview,
  answers: Answers,
  sent: Answers = {},
): Promise<Answers> => {
  const blocks = await caseBlocksOf(transaction, db, interview)
  if (blocks.length === 0) return answers
  const plain = plainAnswers(answers)
  const cases = await casesIn(transaction, db, blocks, plain)
  const key = caseKeyOf(interview)
  const operations = (list: string, id: string) => {
    const found = cases.get(id)
    return found?.list === list
      ? Object.values(found.operations).filter(one => !isOfInterview(one.key, key))
      : []
  }
  const seen = seenAnswers(blocks, plain, operations, plainAnswers(sent))
  return {
    ...answers,
    ...Object.fromEntries(
      seen.map(({ fieldId, occurrence, value }) => [answerKey(fieldId, occurrence), value]),
    ),
  }
}

const casesIn = async (
  transaction: Transaction,
  db: Database,
  blocks: readonly CaseBlock[],
  answers: ReturnType<typeof plainAnswers>,
): Promise<ReadonlyMap<string, CaseDoc>> => {
  const fields = new Set(blocks.map(({ fieldId }) => fieldId))
  const ids = answers.flatMap(({ fieldId, value }) =>
    fields.has(fieldId) && value !== '' ? [value] : [],
  )
  await transaction.ahead(db.cases, ids)
  const found = new Map<string, CaseDoc>()
  for (const id of ids) {
    const stored = await transaction.read(db.cases, id)
    if (stored !== null) found.set(id, stored)
  }
  return found
}
