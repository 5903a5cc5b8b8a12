import { operationsOf } from '../../../collections/cases/interviewed.ts'
import type { CaseOperation } from '../../../collections/cases/operation.ts'
import { canonical } from '../../../collections/operation-log.ts'
import { parseCase, type CaseRow } from '../../../replication/wire/cases.ts'
import { assignCases, shareList, userOwner } from '../../../server/store/cases/owners.ts'
import type { TestServer } from '../../server/make-server.ts'
import { caseBlock } from '../world/cases.ts'
import { isCaseRow, type SimAccount, type SimCases, type Surveyor } from './sim-server.ts'

/** The cases of our own server, read directly, and its office. */

interface InterviewRecord {
  readonly id: string
  readonly key: string
  readonly at: string
  readonly answers: readonly { field: string; occurrence: number; value: string }[]
}

const interviews = `
  select s.id::text as id, coalesce(s.client_key, s.id::text) as key, s.sent_created_at as at,
    (select coalesce(json_agg(json_build_object('field', a.form_field_id,
        'occurrence', a.occurrence, 'value', a.value)), '[]')
      from submission_answers a where a.user_id = s.user_id and a.submission_id = s.id) as answers
  from submissions s where s.deleted_at is null`

const same = ({ key, act, seen, label, values }: CaseOperation): string =>
  canonical({ key, act, seen, label, values })

/** Whether what the server keeps of cases is what its interviews say. */
const problemsOf = async ({ db }: TestServer): Promise<readonly string[]> => {
  const said = (await db.query<InterviewRecord>(interviews)).flatMap(({ id, key, at, answers }) =>
    operationsOf(
      [caseBlock],
      answers.map(({ field, occurrence, value }) => ({ fieldId: field, occurrence, value })),
      { key, at, by: '', form_id: '', submission_id: id },
    ).map(({ id: caseId, operation }) => `${caseId} ${same(operation)}`),
  )
  const kept = await db.query<{ id: string; operation: CaseOperation }>(
    `select o.case_id as id, json_build_object('key', o.key, 'act', o.act, 'seen', o.seen,
       'label', o.label, 'values', o.properties) as operation from case_operations o`,
  )
  const stored = kept.map(({ id, operation }) => `${id} ${same(operation)}`)
  return [
    ...said.filter(one => !stored.includes(one)).map(one => `the server lacks of a case: ${one}`),
    ...stored
      .filter(one => !said.includes(one))
      .map(one => `the server says of a case what no interview says: ${one}`),
  ]
}

/** The cases of a server, for the simulation. */
export const casesOf = (
  server: TestServer,
  accounts: Readonly<Record<Surveyor, SimAccount>>,
): SimCases => ({
  listedTo: async of => {
    const response = await server.fetch(
      new Request(`${server.origin}/api/surveyor/cases?since=&limit=1000`, {
        headers: { Authorization: `Bearer ${accounts[of].token}` },
      }),
    )
    const { data } = (await response.json()) as { readonly data: readonly unknown[] }
    return data.map(parseCase).filter(isCaseRow) as readonly CaseRow[]
  },
  problems: () => problemsOf(server),
  give: async (id, to) => {
    await server.db.tx(query => assignCases(query, [id], userOwner(accounts[to].userId), true))
  },
  share: async isShared => {
    await shareList(server.db.query, caseBlock.list, isShared)
  },
})
