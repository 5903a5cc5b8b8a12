import type { SurveyorHandler } from '../../backend.ts'
import { good, refuseFields } from '../../http/answer.ts'
import { pageOf } from '../../http/paging.ts'
import { casesAfter, caseScope } from '../../store/cases/feed.ts'
import {
  beginningOfCases,
  readCasesCursor,
  scopeHash,
  writeCasesCursor,
  type CasesCursor,
} from '../../wire/cases-cursor.ts'

/** GET cases?since=: what changed of the surveyor's cases, and those that are no longer theirs. */
export const cases: SurveyorHandler = async call => {
  const { query } = call.backend.db
  const sent = readCasesCursor(call.query.get('since') ?? '')
  if (sent === null) return refuseFields({ since: ['The cursor cannot be read.'] })
  const scope = await caseScope(query, call.user.id)
  const here = { epoch: scope.epoch, scope: scopeHash(scope) }
  const isFollowed = ({ epoch, change, scope: hash }: CasesCursor): boolean =>
    epoch === here.epoch && hash === here.scope && BigInt(change) <= BigInt(scope.counter)
  const isRestarted = sent.epoch !== '' && !isFollowed(sent)
  const { change } = isRestarted ? beginningOfCases : sent
  const { changed, last, hasMore } = await casesAfter(
    query,
    scope,
    change,
    pageOf(call.query).limit,
  )
  const theirs = changed.filter(({ is_theirs }) => is_theirs)
  const others = changed.filter(({ is_theirs }) => !is_theirs)
  return good(
    'Cases',
    theirs.map(({ id, list, operations }) => ({ id, list, operations })),
    {
      extra: {
        deleted: others.map(({ id }) => ({ id })),
        meta: {
          next: writeCasesCursor({ ...here, change: last }),
          has_more: hasMore,
          ...(isRestarted ? { restarted: true } : {}),
        },
      },
    },
  )
}
