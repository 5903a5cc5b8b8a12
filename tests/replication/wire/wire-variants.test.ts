import { describe, expect, test } from 'vitest'
import { createApi, type Api } from '../../../replication/http/api.ts'
import { createClient } from '../../../replication/http/client.ts'
import { createFakeSyncEnv } from '../../env.ts'
import {
  barely,
  barelyHeads,
  readBarely,
  readBarelyHead,
  readForm,
  readHead,
  readRow,
  readUser,
  row,
  sameForms,
  sameHeads,
  sameRows,
  sameStats,
  sameUsers,
  stats,
  user,
} from './wire-variants.ts'

/**
 * The answers that servers give to one call, and what all of them mean: another envelope, another name or spelling, a
 * number as a text, null or nothing at all (spec 3 and 7, decisions 2 and 7).
 */

/** A call with what it reads from each of the answers. */
interface Reader {
  readonly call: string
  readonly ask: (api: Api) => Promise<{ readonly ok: boolean; readonly value?: unknown }>
  readonly reads: object
  readonly answers: Readonly<Record<string, unknown>>
}

/** The objects in every envelope. */
const wrapped = (name: string, object: unknown): Readonly<Record<string, unknown>> => ({
  [`${name}, bare`]: object,
  [`${name}, in data`]: { status: true, message: 'OK', data: object },
  [`${name}, in data.data`]: { status: true, data: { data: object } },
})
/** A list with one entry in every envelope. */
const listed = (name: string, entry: object): Readonly<Record<string, unknown>> => ({
  ...wrapped(name, [entry]),
  [`${name}, in a paginator`]: {
    data: { current_page: 1, data: [entry], per_page: 15, total: 1 },
  },
  [`${name}, with a total beside the list`]: { data: [entry], meta: { total: '1' } },
})

/** All of the objects in all of the envelopes. */
const inAll = (
  objects: Readonly<Record<string, unknown>>,
  wrap: (name: string, object: never) => Readonly<Record<string, unknown>> = wrapped,
) =>
  Object.assign(
    {},
    ...Object.entries(objects).map(([name, one]) => wrap(name, one as never)),
  ) as Readonly<Record<string, unknown>>

const upload = {
  submissionId: '12',
  fieldId: 'photo',
  fieldType: 'IMAGE',
  occurrence: 0,
  files: [{ name: 'a.png', bytes: new Blob(['a']) }],
  key: 'k',
}
const sent = {
  form_id: '3',
  latitude: null,
  longitude: null,
  answers: [],
  created_at: '2026-11-20T09:30:00Z',
}

const readers: readonly Reader[] = [
  {
    call: 'login',
    ask: api => api.login('asha@transect.example', 'password'),
    reads: { token: 't', user: readUser },
    answers: {
      ...inAll(
        Object.fromEntries(
          Object.entries(sameUsers).map(([name, one]) => [name, { access_token: 't', user: one }]),
        ),
      ),
      'a token at the top': { access_token: 't', data: { user } },
      'a token within, a user at the top': { user, data: { access_token: 't' } },
    },
  },
  {
    call: 'account',
    ask: api => api.account(),
    reads: readUser,
    answers: { ...inAll(sameUsers), 'under user': { data: { user } }, 'user at the top': { user } },
  },
  {
    call: 'account-update',
    ask: api => api.accountUpdate({ first_name: 'A', last_name: 'V', phone_number: '1' }, null),
    reads: readUser,
    answers: { ...inAll(sameUsers), 'under user': { data: { user } } },
  },
  {
    call: 'list of forms',
    ask: api => api.forms(1),
    reads: { heads: [readHead], count: 1 },
    answers: inAll(sameHeads, listed),
  },
  {
    call: 'list of forms that say little',
    ask: api => api.forms(1),
    reads: { heads: [readBarelyHead], count: 1 },
    answers: inAll(barelyHeads, listed),
  },
  { call: 'form', ask: api => api.form('3'), reads: readForm, answers: inAll(sameForms) },
  {
    call: 'list of submissions',
    ask: api => api.submissions(1, 100),
    reads: [readRow],
    answers: {
      ...inAll(sameRows, listed),
      'beside one that cannot be read': { data: [{ ...row, id: null }, null, 'row', row] },
    },
  },
  {
    call: 'list of submissions that say little',
    ask: api => api.submissions(1, 100),
    reads: [readBarely],
    answers: inAll(barely, listed),
  },
  {
    call: 'submission',
    ask: api => api.submission('12'),
    reads: readRow,
    answers: inAll(sameRows),
  },
  {
    call: 'POST of a submission with its row',
    ask: api => api.createSubmission(sent, 'k', 1000),
    reads: { id: '12', row: readRow },
    answers: inAll(sameRows),
  },
  {
    call: 'POST of a submission with its id',
    ask: api => api.createSubmission(sent, 'k', 1000),
    reads: { id: '12', row: null },
    answers: {
      ...inAll({ 'a number': { id: 12 }, 'a text': { id: ' 12 ' } }),
      'the id in both places': { data: { id: 12, data: { id: 12 } } },
      'the form of another name': { data: { id: 12, form_id: null } },
    },
  },
  {
    call: 'PUT of a submission with its row',
    ask: api => api.updateSubmission('12', { ...sent, updated_at: sent.created_at }, '', 1000),
    reads: { row: readRow },
    answers: inAll(sameRows),
  },
  {
    call: 'PUT of a submission without a row',
    ask: api => api.updateSubmission('12', { ...sent, updated_at: sent.created_at }, '', 1000),
    reads: { row: null },
    answers: {
      ...inAll({ 'an id': { id: 12 }, nothing: {} }),
      'null in data': { data: null },
      'a message': { status: true, message: 'Updated' },
      'a list': [],
    },
  },
  {
    call: 'DELETE of a submission',
    ask: api => api.deleteSubmission('12', 1000),
    reads: {},
    answers: inAll({ 'an id': { id: 12 }, nothing: {}, 'a list': [] }),
  },
  {
    call: 'upload with the row',
    ask: api => api.uploadFiles(upload),
    reads: { row: readRow },
    answers: inAll(sameRows),
  },
  {
    call: 'upload without the row',
    ask: api => api.uploadFiles(upload),
    reads: { row: null },
    answers: inAll({
      'a count': { uploaded: 1 },
      'files of their own': { id: 90, files: ['/files/a.png'] },
      'a list of addresses': ['/files/a.png'],
    }),
  },
  { call: 'stats', ask: api => api.stats(), reads: stats, answers: inAll(sameStats) },
  {
    call: 'stats that say little',
    ask: api => api.stats(),
    reads: {
      total_assigned_forms: 0,
      total_submissions: 12,
      submissions_today: 0,
      response_rate: 0,
    },
    answers: inAll({
      missing: { total_submissions: 12 },
      null: { total_submissions: '12', total_assigned_forms: null, response_rate: null },
      empty: { total_submissions: 12, total_assigned_forms: '', response_rate: ' ' },
      'no numbers': { total_submissions: 12, total_assigned_forms: 'many', response_rate: [] },
    }),
  },
]

/** What a call reads from an answer. */
const read = (ask: Reader['ask'], answer: unknown) => {
  const fetch = () => Promise.resolve(Response.json(answer))
  return ask(createApi(createClient(createFakeSyncEnv({ fetch, origin: 'http://any.test' }))))
}

describe.each(readers)('$call', ({ ask, reads, answers }) => {
  test.each(Object.entries(answers))('%s', async (_, answer) => {
    expect(await read(ask, answer)).toMatchObject({ ok: true, value: reads })
  })
})
