import * as v from 'valibot'
import { haveSameAnswers, withoutAddresses } from '../../collections/file-answers.ts'
import { isTempId } from '../../collections/ids.ts'
import { baseFields } from '../../collections/operation-log.ts'
import type {
  SentBefore,
  SubmissionDoc,
  SubmissionFields,
} from '../../collections/schemas/submissions.ts'
import { toCreateRequest } from './submission-rows.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'

/**
 * The body of the POST that made an interview's row. A duplicate row says what this body said (pull/duplicate-rows.ts),
 * so it is kept when the interview changes before a list shows the duplicate.
 */

/** The body that made the row; undefined unless this device sent it to a server without revisions. */
export const firstBody = (stored: SubmissionDoc): SentBefore | undefined => {
  if (stored.sent_before !== undefined) return stored.sent_before
  // In the bin it has no log.
  const base = stored.crdts === undefined ? null : baseFields<SubmissionDoc>(stored.crdts)
  // A server that keeps revisions keeps client keys too, and makes one row per key.
  const isPlain = base !== null && (base.server_id ?? '') !== '' && (base.rev ?? '') === ''
  if (!isPlain || !isTempId(stored.id)) return undefined
  const sent = { ...stored, ...base } as SubmissionDoc
  const answers = withoutAddresses(sent.answers, sent.files)
  return {
    body: { ...toCreateRequest({ ...sent, answers }) },
    sentAt: Date.parse(sent.created_at),
  }
}

/** A submission with the body that made its row. */
export const withFirstBody = (stored: SubmissionDoc): SubmissionDoc => {
  const sent_before = firstBody(stored)
  return sent_before === undefined ? stored : { ...stored, sent_before }
}

/** A new base with the body that made the row, if the base no longer says what that body said. */
export const keepFirstBody = <Base extends SubmissionFields>(
  base: Base,
  stored: SubmissionDoc | null,
): Base => {
  if (stored === null) return base
  if (stored.sent_before === undefined && isSameContent(base, stored)) return base
  const { sent_before } = withFirstBody(stored)
  return sent_before === undefined ? base : { ...base, sent_before }
}

const isSameContent = (base: SubmissionFields, stored: SubmissionDoc): boolean => {
  const former = baseFields<SubmissionDoc>(stored.crdts)
  return former === null || haveSameAnswers(former, { ...base, files: stored.files })
}

/** A kept body as a request, without its client key; null when there is none. */
export const firstRequest = (first: SentBefore | undefined): SubmissionCreateRequest | null => {
  const parsed = v.safeParse(SubmissionCreateRequest, first?.body)
  return parsed.success ? { ...parsed.output, client_key: '' } : null
}
