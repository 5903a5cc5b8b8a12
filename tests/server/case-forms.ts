import { caseFieldId, seenAnswers, type PlainAnswer } from '../../collections/cases/interviewed.ts'
import type { CaseOperation } from '../../collections/cases/operation.ts'
import { parseCase, type CaseRow } from '../../replication/wire/cases.ts'
import { parseForm, type FormDefinition } from '../../replication/wire/forms.ts'
import type { SubmissionCreateRequest } from '../../replication/wire/requests.ts'
import { assignForm, putForm } from '../../server/store/forms.ts'
import type { TestServer } from './make-server.ts'
import { newSubmission, type Ask } from './surveyor.ts'

/** Two forms of the list `homes`: one registers a household, the other visits it. */

const properties = { village: 'village', children: 'children', due: 'due' }

/** A form whose field `who` has the case's id. */
export const formOf = (
  id: string,
  values: Readonly<Record<string, string>>,
  list = 'homes',
): FormDefinition => {
  const hidden = [
    { id: 'who', case: { list, values } },
    ...(['act', 'label', 'seen'] as const).map(part => ({ id: caseFieldId('who', part) })),
  ]
  const asked = Object.values(properties).map(field => ({ id: field, label: field }))
  const form = parseForm({ id, title: id, questions: [...hidden, ...asked] })
  if (form === null) throw new Error('The fixture is no form')
  return form
}

/** The registration, and the visit. */
export const registration = formOf('registration', properties)
export const visit = formOf('visit', properties)

/** Publishes forms and assigns them to all demo surveyors. */
export const publishForms = async (
  { db, clock }: TestServer,
  ...forms: readonly FormDefinition[]
): Promise<void> => {
  const now = new Date(clock())
  const users = await db.query<{ id: string }>('select id from users')
  await db.tx(async query => {
    for (const form of forms) {
      await putForm(query, form, now)
      for (const { id } of users) await assignForm(query, id, form.id, now)
    }
  })
}

type Said = Readonly<Record<string, string>>

const entries = (answers: readonly PlainAnswer[]) =>
  answers.map(({ fieldId, occurrence, value }) => ({ form_field_id: fieldId, occurrence, value }))

const plain = (said: Said): readonly PlainAnswer[] =>
  Object.entries(said).map(([fieldId, value]) => ({ fieldId, occurrence: 0, value }))

/** The body of a registration. */
export const registers = (
  id: string,
  said: Said,
  over: Partial<SubmissionCreateRequest> = {},
): SubmissionCreateRequest =>
  newSubmission({
    form_id: 'registration',
    answers: entries(plain({ who: id, 'who:act': 'create', 'who:label': `House ${id}`, ...said })),
    ...over,
  })

/** The body of a visit that had seen the given operations. */
export const visits = (
  id: string,
  said: Said,
  seen: readonly CaseOperation[],
  over: Partial<SubmissionCreateRequest> = {},
): SubmissionCreateRequest => {
  const answers = plain({ who: id, 'who:act': 'update', ...said })
  const block = { fieldId: 'who', list: 'homes', values: properties }
  return newSubmission({
    form_id: 'visit',
    answers: entries([...answers, ...seenAnswers([block], answers, () => seen)]),
    ...over,
  })
}

/** A surveyor's device as far as cases go: it follows the changes. */
export interface Follower {
  readonly cases: ReadonlyMap<string, CaseRow>
  /** Pulls to the end. Returns the ids that came, those that went, and how often it began again. */
  readonly pull: (limit?: number) => Promise<Pulled>
}

interface Pulled {
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
  readonly restarts: number
  readonly pages: number
}

/** Follows the changes of a surveyor's cases. */
export const followCases = (ask: Ask): Follower => {
  const cases = new Map<string, CaseRow>()
  let cursor = ''
  const pull = async (limit = 1000): Promise<Pulled> => {
    const changed: string[] = []
    const deleted: string[] = []
    let restarts = 0
    for (let pages = 1; pages < 1000; pages += 1) {
      const { status, body, message } = await ask('cases', {
        query: `?since=${encodeURIComponent(cursor)}&limit=${limit}`,
      })
      if (status !== 200) throw new Error(`${status} ${message}`)
      const meta = body['meta'] as { next: string; has_more: boolean; restarted?: boolean }
      if (meta.restarted === true) {
        restarts += 1
        cases.clear()
      }
      for (const raw of body['data'] as readonly unknown[]) {
        const row = parseCase(raw)
        if (row === null) throw new Error('A case cannot be read')
        cases.set(row.id, row)
        changed.push(row.id)
      }
      for (const { id } of body['deleted'] as readonly { id: string }[]) {
        cases.delete(id)
        deleted.push(id)
      }
      cursor = meta.next
      if (!meta.has_more) return { changed, deleted, restarts, pages }
    }
    throw new Error('The changes never end')
  }
  return { cases, pull }
}
