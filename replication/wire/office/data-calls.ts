import { SubmissionDetail, SubmissionPage, Today } from './answers.ts'
import type { OfficeCall } from './office-call.ts'
import { roles } from './roles.ts'

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
  submissions: {
    method: 'GET',
    path: '/office/forms/:id/submissions',
    roles,
    summary: 'A page of the submissions to a form.',
    query: {
      page: 'From 1.',
      limit: 'Rows per page, at most 200 and by default 50.',
      language: 'Of labels, such as fr; by default the form’s first.',
      sort: 'received_at, created_at, surveyor, or the id of a column; by default received_at.',
      order: 'asc or desc; by default desc.',
      surveyor: 'The id of a surveyor.',
      from: 'Received on this day or later, such as 2026-11-20, in UTC.',
      until: 'Received on this day or earlier.',
      text: 'Part of an answer.',
    },
    data: SubmissionPage,
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
