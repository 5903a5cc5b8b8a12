import * as v from 'valibot'
import { SavedView, SubmissionDetail, SubmissionRows, SubmissionTable, Today } from './answers.ts'
import { filterQuery } from './data-filter.ts'
import type { OfficeCall } from './office-call.ts'
import { ViewNameRequest, ViewRequest } from './requests.ts'
import { roles } from './roles.ts'

const language = 'Of labels, such as fr; by default the form’s first.'

/** The calls that read what was received. */
export const dataCalls = {
  today: {
    method: 'GET',
    path: '/office/today',
    roles,
    summary: 'What was received in the last seven days, who is silent, and what waits on phones.',
    data: Today,
    refusals: [],
  },
  submissionTable: {
    method: 'GET',
    path: '/office/forms/:id/table',
    roles,
    summary: 'The columns of a table of submissions, and how many rows a filter leaves.',
    query: { ...filterQuery, language },
    data: SubmissionTable,
    refusals: [404, 422],
  },
  submissions: {
    method: 'GET',
    path: '/office/forms/:id/submissions',
    roles,
    summary: 'Some rows of a table of submissions.',
    query: {
      ...filterQuery,
      language,
      offset: 'How many rows come before; by default 0.',
      limit: 'At most 100 and by default 50.',
      total: 'How many rows there are in all, by which the last are read from the end.',
      sort: 'received_at, created_at, surveyor, or the id of a column; by default received_at.',
      order: 'asc or desc; by default desc.',
    },
    data: SubmissionRows,
    refusals: [404, 422],
  },
  submissionExport: {
    method: 'GET',
    path: '/office/forms/:id/export',
    roles,
    summary: 'The submissions that a filter leaves, as a file.',
    query: {
      ...filterQuery,
      language,
      format:
        'xlsx, csv (an archive of all tables), table (one table as CSV), jsonl, geojson or media (an archive of the files).',
      values: 'codes or labels; by default codes.',
      split: '1: a column for each option of a question with several answers.',
    },
    data: null,
    refusals: [404, 422],
  },
  views: {
    method: 'GET',
    path: '/office/forms/:id/views',
    roles,
    summary: 'The views of a table that the account keeps.',
    data: v.array(SavedView),
    refusals: [404],
  },
  viewSave: {
    method: 'PUT',
    path: '/office/forms/:id/views',
    roles,
    summary: 'Keep a view; one of the same name is replaced.',
    body: ViewRequest,
    data: v.array(SavedView),
    refusals: [404, 422],
  },
  viewDelete: {
    method: 'DELETE',
    path: '/office/forms/:id/views',
    roles,
    summary: 'Keep a view no longer.',
    body: ViewNameRequest,
    data: v.array(SavedView),
    refusals: [404, 422],
  },
  submission: {
    method: 'GET',
    path: '/office/submissions/:id',
    roles,
    summary: 'One submission with all its answers.',
    query: { surveyor: 'The id of its surveyor.', language: 'Of labels.' },
    data: SubmissionDetail,
    refusals: [404],
  },
  file: {
    method: 'GET',
    path: '/office/files/:id',
    roles,
    summary: 'The bytes of a file of a submission.',
    data: null,
    refusals: [404],
  },
} as const satisfies Record<string, OfficeCall>
